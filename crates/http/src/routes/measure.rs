//! Measuring a vault, which sets from which score its notes are related.
//!
//! It takes minutes in a large vault, and where the model is at a server it may cost something: it is told of while it goes
//! on, stops when nobody listens, and sends nothing elsewhere that wasn't agreed to.

use std::sync::{Mutex, PoisonError};

use axum::http::Method;
use notekin_engine::{Kind, MeasureRequest, Progress, Stage};
use notekin_wire as wire;
use serde_json::json;

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::route::{Done, Nothing, Route};
use crate::streamed::Tell;

/// Returns the routes that measure.
pub(super) fn routes() -> Vec<Route> {
    let summary = "Measure how well linked notes are told from others, and take the score from which notes are related from that: `progress`, then `reply`";
    let path = "/vaults/{vaults}/calibrate";
    vec![
        Route::streamed(Method::POST, path, summary, calibrate),
        Route::new(Method::DELETE, path, "Go back to the model's own score", reset).silent(),
    ]
}

/// Measures a vault on a sample of its links. What would leave this machine for that must be agreed to.
fn calibrate(call: &Call, asked: &wire::Calibration, tell: Tell<'_>) -> Answer<wire::Measurement> {
    let engine = call.served()?.engine();
    let request = MeasureRequest { calibrate: !asked.keep_score, ..MeasureRequest::default() };
    let told = Told(Mutex::new((tell, Stage::Scanning, 0, 0)));
    let measuring = engine.measuring(request, &told, &call.cancel)?;
    let cost = measuring.cost();
    if cost.elsewhere && cost.passages > 0 && !asked.agree {
        let message = format!("{} passages would be sent to another machine", cost.passages);
        return Err(Problem::new(Kind::Denied, message).hint("`agree` says that you mean it"));
    }
    Ok(wire::Measurement::from(&measuring.run(&told, &call.cancel)?))
}

/// Forgets what was measured.
fn reset(call: &Call, _: &Nothing) -> Answer<Done> {
    call.served()?.engine().forget_measurement()?;
    Ok(Done {})
}

/// Tells of progress in events: the stage, how much of it is done, and how much there is.
struct Told<'a>(Mutex<(Tell<'a>, Stage, usize, usize)>);

impl Progress for Told<'_> {
    fn begin(&self, stage: Stage, total: usize) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (told.1, told.2, told.3) = (stage, 0, total);
        (told.0)("progress", json!({ "stage": stage.name(), "done": 0, "total": total }));
    }

    fn advance(&self, done: usize) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.2 += done;
        let (stage, done, total) = (told.1, told.2, told.3);
        (told.0)("progress", json!({ "stage": stage.name(), "done": done, "total": total }));
    }
}
