//! All routes.

pub(crate) mod approvals;
pub(crate) mod archives;
pub(crate) mod assistants;
pub(crate) mod branches;
pub(crate) mod changes;
pub(crate) mod checkpoints;
pub(crate) mod commands;
pub(crate) mod files;
pub(crate) mod history;
pub(crate) mod meta;
pub(crate) mod runs;
pub(crate) mod workspaces;

use crate::table::Route;

/// The tables, in the order of the document.
pub(crate) const TABLES: [&[Route]; 12] = [
    workspaces::ROUTES,
    runs::ROUTES,
    commands::ROUTES,
    approvals::ROUTES,
    history::ROUTES,
    files::ROUTES,
    branches::ROUTES,
    checkpoints::ROUTES,
    changes::ROUTES,
    archives::ROUTES,
    assistants::ROUTES,
    meta::ROUTES,
];

/// Every route.
pub(crate) fn all() -> impl Iterator<Item = &'static Route> {
    TABLES.into_iter().flatten()
}
