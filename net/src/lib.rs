//! What programs may reach over HTTP.
