//! A code-mode agent.
