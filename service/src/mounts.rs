//! Servers of the Model Context Protocol, one for each token and workspace.
//!
//! A server has the rights of its token. It is made for the first request, and made anew when the rights
//! have changed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use isolate_mcp::{Endpoint, Server, Stop};

use crate::access::Principal;

/// The servers, the one that was used last at the end.
pub(crate) struct Mounts {
    most: usize,
    known: Mutex<VecDeque<Mount>>,
}

struct Mount {
    workspace: String,
    principal: Principal,
    endpoint: Endpoint,
    stop: Stop,
}

impl Mounts {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            known: Mutex::default(),
        }
    }

    /// The server of a principal in a workspace, if there is one with its present rights.
    pub(crate) fn find(&self, principal: &Principal, workspace: &str) -> Option<Endpoint> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|mount| {
            mount.workspace == workspace && mount.principal.has_rights_of(principal)
        })?;
        let mount = known.remove(at)?;
        let endpoint = mount.endpoint.clone();
        known.push_back(mount);
        Some(endpoint)
    }

    /// Keeps a server. One with earlier rights ends, and so does the one that was used least recently
    /// where there are too many.
    pub(crate) fn keep(&self, principal: &Principal, workspace: &str, server: &Server) -> Endpoint {
        let stop = Stop::new();
        let endpoint = server.endpoint(&stop);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_earlier = |mount: &Mount| {
            mount.workspace == workspace && mount.principal.name() == principal.name()
        };
        let mut ended: Vec<Mount> = Vec::new();
        while let Some(at) = known.iter().position(is_earlier) {
            ended.extend(known.remove(at));
        }
        known.push_back(Mount {
            workspace: workspace.to_owned(),
            principal: principal.clone(),
            endpoint: endpoint.clone(),
            stop,
        });
        while known.len() > self.most {
            ended.extend(known.pop_front());
        }
        drop(known);
        for mount in ended {
            mount.stop.stop();
        }
        endpoint
    }

    /// Ends the servers of a workspace, or all of them.
    pub(crate) fn end(&self, workspace: Option<&str>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|mount| {
            let stays = workspace.is_some_and(|name| mount.workspace != name);
            if !stays {
                mount.stop.stop();
            }
            stays
        });
    }
}
