//! The site by plain requests: what each answers, what it refuses, and that a refusal changes
//! nothing.

#[path = "../common/mod.rs"]
mod common;

mod abuse;
mod accounts;
mod analysis;
mod api;
mod api_examples;
mod arenas;
mod away;
mod crowds;
mod doors;
mod engine_gate;
mod factors;
mod fair_play;
mod figures;
mod friends;
mod games;
mod gamesman;
mod guard;
mod keeping;
mod learning;
mod mail;
mod matches;
mod meeting;
mod mills;
mod openings;
mod operators;
mod own_pages;
mod pages;
mod passkeys;
mod programs;
mod push;
mod puzzles;
mod returning;
mod review;
mod security_points;
mod security_table;
mod sent;
mod sign_in;
mod starts;
mod tls;
mod turn_mails;
mod upgrade;
mod watching;
