//! The files of redirections are opened before their command runs: it finds them made and empty, and does
//! not run where one of them cannot be opened.

use super::*;

/// Whether a redirection is written to by a name.
fn writes(redirect: &Redirect) -> bool {
    let by_name = matches!(
        redirect.kind,
        RedirectKind::Output
            | RedirectKind::Clobber
            | RedirectKind::Append
            | RedirectKind::OutputBoth
    );
    by_name || (redirect.kind == RedirectKind::DupOutput && matches!(redirect.fd, None | Some(1)))
}

/// A redirection of one descriptor.
fn redirect(fd: Option<i32>, kind: RedirectKind, target: String) -> Redirect {
    Redirect {
        fd,
        fd_var: None,
        kind,
        target: Word::quoted_literal(target),
        heredoc_delim: None,
    }
}

/// The result of a command that is not run.
type Refused = ExecResult;

impl Interpreter {
    /// Whether output goes to a descriptor that only an enclosing command has.
    pub(in crate::interpreter) fn names_outer_fd(&self, redirects: &[Redirect]) -> bool {
        redirects.iter().any(|redirect| {
            let number = match redirect.target.parts.as_slice() {
                [WordPart::Literal(text)] if redirect.kind == RedirectKind::DupOutput => {
                    text.parse::<i32>().ok()
                }
                _ => None,
            };
            number.is_some_and(|number| {
                number >= 3
                    && self.fd_redirect_scope.contains(&number)
                    && !self.exec_fd_table.contains_key(&number)
                    && !redirects.iter().any(|other| other.fd == Some(number))
            })
        })
    }

    /// Files are made with the mask of this shell, and not with that of a subshell before.
    pub(in crate::interpreter) fn tell_umask(&self) {
        let digits = self.scoped.variables.get("_UMASK");
        let mask = digits.and_then(|digits| u32::from_str_radix(digits, 8).ok());
        self.fs.set_umask(mask.unwrap_or(0o022));
    }

    /// Opens the files that redirections write to, in their order. The redirections that are left add to these
    /// files what the command has written.
    ///
    /// There are none where no file is written.
    pub(in crate::interpreter) fn open_outputs<'a>(
        &'a mut self,
        redirects: &'a [Redirect],
    ) -> BoxedFuture<'a, std::result::Result<Option<Vec<Redirect>>, Refused>> {
        Box::pin(async move {
            if self.nounset_error.is_some() || !redirects.iter().any(writes) {
                return Ok(Ok(None));
            }
            self.tell_umask();
            let mut left = Vec::with_capacity(redirects.len() + 1);
            let mut rest = redirects.iter();
            for redirect in rest.by_ref() {
                if writes(redirect) && !word_has_process_substitution(&redirect.target) {
                    if let Err(refused) = self.open_output(redirect, &mut left).await? {
                        return Ok(Err(refused));
                    }
                    continue;
                }
                left.push(redirect.clone());
                if redirect.kind == RedirectKind::Input && self.is_missing(redirect).await? {
                    // It says so itself, and what follows is not opened.
                    break;
                }
            }
            left.extend(rest.cloned());
            Ok(Ok(Some(left)))
        })
    }

    /// Whether the file of an input is not there.
    async fn is_missing(&mut self, input: &Redirect) -> Result<bool> {
        let target = self.expand_word(&input.target).await?;
        let path = self.resolve_path(&target);
        Ok(!path.starts_with("/dev") && self.fs.stat(&path).await.is_err())
    }

    async fn open_output(
        &mut self,
        output: &Redirect,
        left: &mut Vec<Redirect>,
    ) -> Result<std::result::Result<(), Refused>> {
        let target = self.expand_word(&output.target).await?;
        let is_dup = output.kind == RedirectKind::DupOutput;
        let path = self.resolve_path(&target);
        let is_number = is_dup && !matches!(DupTarget::parse(&target), DupTarget::File);
        if is_number || path.starts_with("/dev") || self.fd_alias(&path).is_some() {
            left.push(output.clone());
            return Ok(Ok(()));
        }
        let refused = |shell: &Self, reason: &str| {
            Ok(Err(ExecResult::err(
                shell.redirect_error(&target, reason),
                1,
            )))
        };
        if target.is_empty() {
            return refused(self, "No such file or directory");
        }
        if target.ends_with('/') {
            return refused(self, "Is a directory");
        }
        let replaces = matches!(output.kind, RedirectKind::Output | RedirectKind::OutputBoth);
        if (replaces || is_dup) && self.clobber_refused(&path).await {
            return refused(self, "cannot overwrite existing file");
        }
        let opened = match output.kind {
            RedirectKind::Append => self.fs.append_file(&path, b"").await,
            _ => self.fs.write_file(&path, b"").await,
        };
        match opened {
            Ok(()) => {}
            Err(error @ crate::Error::Io(_)) => return refused(self, &io_error_reason(&error)),
            Err(error) => return Err(error),
        }
        left.push(redirect(output.fd, RedirectKind::Append, target));
        if is_dup || output.kind == RedirectKind::OutputBoth {
            left.push(redirect(Some(2), RedirectKind::DupOutput, "1".to_owned()));
        }
        Ok(Ok(()))
    }
}
