//! All that a run needs to go on: written now and then, through a second file.

use std::{fs, io, path::Path};

use super::{Losses, Measured, Settings, Source, model::Model, optimizer::AdamW, write_whole};

/// The state of a run between two steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    pub settings: Settings,
    pub step: u64,
    pub model: Model,
    pub(super) optimizer: AdamW,
    pub curve: Vec<Measured>,
    /// Of the steps since the last point of the curve.
    pub(super) loss_sum: f64,
    pub(super) loss_count: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    #[error("the checkpoint")]
    Io(#[source] io::Error),
    #[error("the checkpoint is damaged; delete it to begin anew")]
    Damaged,
    /// Made with other settings.
    #[error("the checkpoint was made with {file}, not {asked}; delete it or choose another --out")]
    Different { file: String, asked: String },
}

const MARK: &[u8; 8] = b"CHUHETRN";
const VERSION: u32 = 2;

impl Checkpoint {
    pub(super) fn new(settings: &Settings, model: Model) -> Checkpoint {
        Checkpoint {
            settings: settings.clone(),
            step: 0,
            optimizer: AdamW::new(model.numbers.len()),
            model,
            curve: Vec::new(),
            loss_sum: 0.0,
            loss_count: 0,
        }
    }

    /// Refuses other settings. Files that have grown since are used as far as they were.
    pub(super) fn check(self, asked: &Settings) -> Result<Checkpoint, CheckpointError> {
        let files = |settings: &Settings| -> String {
            let names: Vec<String> =
                settings.sources.iter().map(|it| it.path.display().to_string()).collect();
            format!("data {}", names.join(" "))
        };
        let lines = |settings: &Settings| -> Vec<String> {
            let text = settings.text();
            text.lines().map(str::to_owned).chain([files(settings)]).collect()
        };
        for (file, asked) in lines(&self.settings).into_iter().zip(lines(asked)) {
            if file != asked {
                return Err(CheckpointError::Different { file, asked });
            }
        }
        Ok(self)
    }

    pub(super) fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        write_whole(path, &self.to_bytes()).map_err(CheckpointError::Io)
    }

    /// `None` if there is no such file.
    pub fn load(path: &Path) -> Result<Option<Checkpoint>, CheckpointError> {
        match fs::read(path) {
            Ok(bytes) => Checkpoint::from_bytes(&bytes).map(Some).ok_or(CheckpointError::Damaged),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(CheckpointError::Io(error)),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let settings = &self.settings;
        let mut bytes = MARK.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let mut put = |number: u64| bytes.extend(number.to_le_bytes());
        put(settings.hidden as u64);
        put(settings.epochs);
        put(settings.batch as u64);
        put(settings.rate.to_bits());
        put(settings.scale as u64);
        settings.result_weight.iter().for_each(|it| put(it.to_bits()));
        put(settings.seed);
        put(self.step);
        put(self.optimizer.steps);
        put(self.loss_sum.to_bits());
        put(self.loss_count);
        put(self.curve.len() as u64);
        for point in &self.curve {
            put(point.step);
            let losses = point.held_out;
            [point.train, losses.blend, losses.score, losses.result]
                .iter()
                .for_each(|it| put(it.to_bits()));
        }
        put(settings.sources.len() as u64);
        for source in &settings.sources {
            bytes.extend(source.bytes.to_le_bytes());
            put_text(&mut bytes, source.path.as_os_str().as_encoded_bytes());
        }
        put_text(&mut bytes, settings.start.as_deref().unwrap_or_default().as_bytes());
        for numbers in [&self.model.numbers, &self.optimizer.means, &self.optimizer.spreads] {
            bytes.extend(numbers.iter().flat_map(|it| it.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Checkpoint> {
        let (content, checksum) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let mut input = Input(content);
        if input.take(8)? != MARK || input.take(4)? != VERSION.to_le_bytes() {
            return None;
        }
        let hidden = usize::try_from(input.number()?).ok().filter(|&it| it <= 1 << 12)?;
        let mut settings = Settings {
            sources: Vec::new(),
            start: None,
            hidden,
            epochs: input.number()?,
            batch: usize::try_from(input.number()?).ok()?,
            rate: input.float()?,
            scale: input.number()? as i32,
            result_weight: [input.float()?, input.float()?],
            seed: input.number()?,
        };
        let (step, steps) = (input.number()?, input.number()?);
        let (loss_sum, loss_count) = (input.float()?, input.number()?);
        let mut curve = Vec::new();
        for _ in 0..input.number()? {
            let (step, train) = (input.number()?, input.float()?);
            let [blend, score, result] = [input.float()?, input.float()?, input.float()?];
            curve.push(Measured { step, train, held_out: Losses { blend, score, result } });
        }
        for _ in 0..input.number()? {
            let bytes = input.number()?;
            settings.sources.push(Source { path: input.text()?.into(), bytes });
        }
        settings.start = Some(input.text()?.to_owned()).filter(|it| !it.is_empty());
        let count = Model::count(hidden);
        let numbers = input.floats(count)?;
        let optimizer = AdamW { means: input.floats(count)?, spreads: input.floats(count)?, steps };
        let model = Model { hidden, numbers };
        let is_all = input.0.is_empty();
        is_all.then_some(Checkpoint {
            settings,
            step,
            model,
            optimizer,
            curve,
            loss_sum,
            loss_count,
        })
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text);
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let bytes = self.take(8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    fn text(&mut self) -> Option<&'a str> {
        let len = usize::try_from(self.number()?).ok()?;
        std::str::from_utf8(self.take(len)?).ok()
    }

    fn float(&mut self) -> Option<f64> {
        Some(f64::from_bits(self.number()?))
    }

    fn floats(&mut self, count: usize) -> Option<Vec<f32>> {
        let (chunks, _) = self.take(4 * count)?.as_chunks::<4>();
        Some(chunks.iter().map(|&it| f32::from_le_bytes(it)).collect())
    }
}
