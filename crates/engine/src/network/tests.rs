use merels_rules::morris::{Points, Setup};
use merels_rules::{Position, Side, SplitMix};

use super::*;

const NINE: &[u8] = include_bytes!("../../networks/nine.network");

/// The built-in networks, each with the outputs that the training program's independent code
/// computed for some positions.
const TAUGHT: [(Variant, &str); 4] = [
    (Variant::NINE, include_str!("../../tests/data/nine.network.csv")),
    (Variant::SIX, include_str!("../../tests/data/six.network.csv")),
    (Variant::TWELVE, include_str!("../../tests/data/twelve.network.csv")),
    (Variant::LASKER, include_str!("../../tests/data/lasker.network.csv")),
];

fn position(variant: Variant, fields: &[i64]) -> MorrisPosition {
    let setup = Setup {
        variant,
        men: [Points::from_bits(fields[0] as u32), Points::from_bits(fields[1] as u32)],
        hand: [fields[2] as u8, fields[3] as u8],
        side: Side::White,
        quiet: 0,
    };
    setup.position().expect("legal")
}

#[test]
fn outputs_are_those_of_the_training_program() {
    for (variant, data) in TAUGHT {
        let network = Network::built_in(variant).expect("built in");
        for line in data.lines().skip(1) {
            let fields: Vec<i64> = line.split(',').map(|field| field.parse().unwrap()).collect();
            let outputs = network.outputs(&position(variant, &fields)).map(i64::from);
            assert_eq!(outputs.as_slice(), &fields[4..], "{variant:?} {line}");
        }
        assert_eq!(data.lines().count(), 201);
    }
}

/// The same sums one after the other, in numbers that cannot overflow.
fn plain_outputs(network: &Network, position: &MorrisPosition) -> [i64; OUTPUTS] {
    let rows = network.inputs.rows_of(position);
    let bucket = &network.buckets[network.inputs.bucket(position)];
    let cut = |sum: i64| sum.clamp(0, i64::from(MOST_ACTIVE));
    let mut first = [0; WIDTH];
    for (cell, sum) in first.iter_mut().enumerate() {
        *sum = i64::from(network.bias[cell]);
        for row in rows.numbers() {
            *sum += i64::from(network.rows[usize::from(*row)][cell]);
        }
        *sum = cut(*sum);
    }
    let mut second = [0; HIDDEN];
    for (cell, sum) in second.iter_mut().enumerate() {
        *sum = i64::from(bucket.hidden_bias[cell]);
        for (input, value) in first.iter().enumerate() {
            *sum += value * i64::from(bucket.hidden[input / 2][input % 2][cell]);
        }
        *sum = cut(*sum >> SCALE_BITS);
    }
    let mut outputs = bucket.output_bias.map(i64::from);
    for (output, sum) in outputs.iter_mut().enumerate() {
        for (input, value) in second.iter().enumerate() {
            *sum += value * i64::from(bucket.output[input / 2][input % 2][output]);
        }
    }
    outputs
}

#[test]
fn vectors_compute_what_plain_sums_do() {
    let mut random = SplitMix::new(11);
    for (variant, _) in TAUGHT {
        let network = Network::built_in(variant).expect("built in");
        let mut compared = 0;
        while compared < 20_000 {
            let mut position = MorrisPosition::start(variant);
            while position.outcome().is_none() && compared < 20_000 {
                let outputs = network.outputs(&position).map(i64::from);
                assert_eq!(outputs, plain_outputs(&network, &position), "{position}");
                let anywhere = network.outputs_anywhere(&position).map(i64::from);
                assert_eq!(outputs, anywhere, "{position}");
                compared += 1;
                let moves = position.legal_moves();
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}

fn refused(bytes: &[u8]) -> NetworkError {
    Network::from_bytes(bytes).map(|_| ()).unwrap_err()
}

/// The bytes with a recomputed checksum, so that only the intended fault remains.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len() - 4];
    [body, &crc32fast::hash(body).to_le_bytes()].concat()
}

#[test]
fn a_file_that_is_no_network_is_refused_with_the_reason() {
    assert_eq!(refused(&NINE[..100]), NetworkError::Damaged);
    assert_eq!(refused(b""), NetworkError::Damaged);
    assert_eq!(refused(b"something else altogether"), NetworkError::Foreign);
    let with = |at: usize, byte: u8| {
        let mut bytes = NINE.to_vec();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(refused(&with(8, 2)), NetworkError::Foreign, "a later version");
    assert_eq!(refused(&with(5_000, !NINE[5_000])), NetworkError::Damaged, "a changed byte");
    assert_eq!(refused(&sealed(&with(10, b'x'))), NetworkError::UnknownVariant);
    assert_eq!(refused(&sealed(&with(14, 99))), NetworkError::OtherShape);
    assert_eq!(refused(&sealed(&NINE[..NINE.len() - 1])), NetworkError::Damaged, "too short");
    let long = [NINE, b"more"].concat();
    assert_eq!(refused(&sealed(&long)), NetworkError::Damaged, "too long");
    let three = sealed(&[&NINE[..9], b"\x05three", &NINE[14..]].concat());
    assert_eq!(refused(&three), NetworkError::UnknownVariant, "a board without rings");
    let huge = sealed(&with(NINE.len() - 5, 0x7f));
    assert_eq!(refused(&huge), NetworkError::Damaged, "a bias beyond all sums");
}
