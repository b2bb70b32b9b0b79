//! Measuring a vault, which sets from which score its notes are related.
//!
//! It takes minutes in a large vault, and where the model is at a server it may cost something: it is told of while it goes
//! on, stops when nobody listens, and sends nothing elsewhere that wasn't agreed to.

use axum::http::Method;
use notekin_engine::{Kind, MeasureRequest};
use notekin_wire as wire;

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::route::{Nothing, Route};
use crate::streamed::{Tell, Told};

/// Returns the routes that measure.
pub(super) fn routes() -> Vec<Route> {
    let summary = "Measure how well linked notes are told from others, and take the score from which notes are related from that";
    let path = "/vaults/{vaults}/calibrate";
    vec![
        Route::streamed(Method::POST, path, summary, calibrate)
            .telling::<wire::ProgressEvent>("progress"),
        Route::done(Method::DELETE, path, "Go back to the model's own score", reset),
    ]
}

/// Measures a vault on a sample of its links. What would leave this machine for that must be agreed to.
fn calibrate(call: &Call, asked: &wire::Calibration, tell: Tell<'_>) -> Answer<wire::Measurement> {
    let engine = call.served()?.engine();
    let request = MeasureRequest { calibrate: !asked.keep_score, ..MeasureRequest::default() };
    let told = Told::new(tell);
    let measuring = engine.measuring(request, &told, &call.cancel)?;
    let cost = measuring.cost();
    if cost.elsewhere && cost.passages > 0 && !asked.agree {
        let message = format!("{} passages would be sent to another machine", cost.passages);
        return Err(Problem::new(Kind::Denied, message).hint("`agree` says that you mean it"));
    }
    Ok(wire::Measurement::from(&measuring.run(&told, &call.cancel)?))
}

/// Forgets what was measured.
fn reset(call: &Call, _: &Nothing) -> Answer<()> {
    call.served()?.engine().forget_measurement()?;
    Ok(())
}
