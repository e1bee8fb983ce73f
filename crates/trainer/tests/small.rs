//! The whole way at toy size: games, a network, an evaluation; and every interruption on it.

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use engine::Evaluation;
use nnue::Network;
use trainer::{
    selfplay,
    train::{self, Place, Settings, Source, quantize},
};
use xiangqi::Position;

fn play(file: &Path, games: u64, threads: usize) -> selfplay::Progress {
    let evaluation = Evaluation::Classical;
    let openings = selfplay::Openings::default();
    let options = selfplay::Options {
        games: 0..games,
        nodes: 20,
        threads,
        seed: 5,
        evaluation,
        openings,
        bench: None,
        shard: None,
    };
    selfplay::run(file, &options, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn settings(file: &Path) -> Settings {
    Settings {
        sources: vec![Source::whole(file).unwrap()],
        start: None,
        hidden: 32,
        epochs: 3,
        batch: 256,
        rate: 0.002,
        scale: 400,
        result_weight: [0.0, 0.2],
        seed: 1,
    }
}

fn place(folder: &Path, name: &str) -> Place {
    Place { checkpoint: folder.join(name), scratch: folder.join("scratch"), most_bytes: 1 << 30 }
}

#[test]
fn from_games_to_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    play(&file, 20, 1);
    // One game in 32 is held out: enough of them that learning shows.
    let progress = play(&file, 320, 2);
    assert_eq!((progress.games, progress.new_games), (320, 300));

    let settings = settings(&file);
    let never = AtomicBool::new(false);
    let place_of = |name| place(folder.path(), name);
    let whole = train::run(&settings, None, &place_of("whole"), &never, &mut |_| {}).unwrap();
    assert!(whole.is_finished);
    let (first, last) = (whole.curve[0].held_out.blend, whole.curve[whole.curve.len() - 1]);
    assert!(last.held_out.blend < first, "nothing was learned: {:?}", whole.curve);

    let (network, rounding) = quantize(&whole.model, 400, &whole.held_out).unwrap();
    assert!(rounding.mean < 5.0, "{rounding:?}");
    let network = Network::from_bytes(&network.to_bytes()).unwrap();
    assert!(network.evaluate(&Position::start()).abs() < 2000);

    // The file grows meanwhile, and positions go over the disk in small parts: after an
    // interruption nothing of that may show.
    let stop = AtomicBool::new(false);
    let broken = place_of("broken");
    let mut stop_soon = |progress: &train::Progress| stop.store(0 < progress.step, Relaxed);
    stop.store(true, Relaxed);
    let half = train::run(&settings, None, &broken, &stop, &mut stop_soon).unwrap();
    assert!(!half.is_finished);
    play(&file, 324, 1);
    let grown = Settings { sources: vec![Source::whole(&file).unwrap()], ..settings.clone() };
    let again = train::run(&grown, None, &broken, &never, &mut |_| {}).unwrap();
    assert_eq!(again.model, whole.model);
    assert_eq!(again.curve, whole.curve);

    // A network goes on from where it was, wider too; only the noise between twins is added.
    for hidden in [32, 64] {
        let start = Some(network.name());
        let further = Settings { start, hidden, epochs: 1, rate: 1e-4, ..settings.clone() };
        let place = place(folder.path(), &format!("further-{hidden}"));
        let trained = train::run(&further, Some(&network), &place, &never, &mut |_| {}).unwrap();
        let loss = trained.curve[0].held_out.blend;
        assert!((loss - last.held_out.blend).abs() < 2e-3, "{hidden}: {loss}, {last:?}");
    }
    let odd = Settings { start: Some(network.name()), hidden: 96, ..settings.clone() };
    let wide = Network::random(64, 1);
    let refusal = train::run(&odd, Some(&wide), &place_of("odd"), &never, &mut |_| {}).err();
    assert!(refusal.unwrap().to_string().contains("96 neurons are no multiple of the 64"));

    let other = Settings { hidden: 64, ..settings };
    let refusal = train::run(&other, None, &broken, &never, &mut |_| {}).err().unwrap().to_string();
    assert!(refusal.contains("hidden 32, not hidden 64"), "{refusal}");
}

#[test]
fn games_do_not_depend_on_threads_or_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    play(&one, 12, 1);
    for games in [3, 7, 12] {
        play(&two, games, 2);
        // What a kill leaves: the last block torn.
        let bytes = fs::read(&two).unwrap();
        fs::write(&two, &bytes[..bytes.len() - 5]).unwrap();
    }
    play(&two, 12, 2);
    let games = |file: &Path| {
        let mut games = trainer::pile::read_bytes(&fs::read(file).unwrap()).unwrap();
        games.sort_by_key(|it| it.number);
        games
    };
    assert_eq!(games(&one), games(&two));
}
