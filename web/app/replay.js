// The replay of a game: what happened at the step that is shown.

import { find, write } from "./common.js";
import { Steps } from "./steps.js";
import "./share.js";

const element = document.getElementById("board");
const said = (/** @type {string[]} */ sentences) => write("#said", sentences.join(" "));
if (element) new Steps(element, (_, turn) => said(turn?.words ?? [find("#said")?.dataset.start ?? ""]));
