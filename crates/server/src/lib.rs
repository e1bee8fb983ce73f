//! The web app.
