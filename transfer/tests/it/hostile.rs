//! Archives and workspaces that were made to do harm.
