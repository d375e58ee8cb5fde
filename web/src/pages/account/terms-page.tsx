/** `/-/users/terms`: users read and accept the terms of the instance. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { TextField } from '#components/form';
import { SanitizedHtml } from '#components/html';
import { accountKeys, acceptTerms, getTerms, type Terms } from '#data/account';
import { ApiError } from '#lib/api-error';
import { explain } from '#lib/explain';
import { AccountFrame, Done, isNotFound, LoadedFor, Problem } from './account-frame';
import styles from './account.module.css';

const NO_TERMS = t`This instance has no terms.`;

/** Shows the terms and the form that accepts them. */
export function TermsPage() {
  const client = useQueryClient();
  const [username, setUsername] = useState<string>();
  const query = useQuery({ queryKey: accountKeys.terms, queryFn: () => getTerms(), staleTime: Infinity });
  const finish = (name: string): void => {
    setUsername(name);
    // Data that was refused until now.
    void client.invalidateQueries();
  };
  return (
    <AccountFrame title={t`Terms of Service`} isWide>
      {username === undefined ? (
        <LoadedFor query={query} notFound={NO_TERMS}>
          {(terms) => (
            <div className="stack">
              <div className={styles.terms} role="region" aria-label={t`Text of the terms`} tabIndex={0}>
                <SanitizedHtml className="markdown" html={terms.terms_html} />
              </div>
              <TermsForm terms={terms} onChanged={() => void query.refetch()} onDone={finish} />
            </div>
          )}
        </LoadedFor>
      ) : (
        <Done>
          <Trans>
            You have accepted the terms as <strong>{username}</strong>.
          </Trans>
        </Done>
      )}
    </AccountFrame>
  );
}

interface TermsFormProps {
  terms: Terms;
  /** Called when the terms were changed in the meantime. */
  onChanged: () => void;
  onDone: (username: string) => void;
}

function TermsForm({ terms: { version }, onChanged, onDone }: TermsFormProps) {
  const [login, setLogin] = useState('');
  const [secret, setSecret] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => acceptTerms({ version, login, secret }),
    onSuccess: ({ username }) => onDone(username),
    onError: (refusal) => {
      if (refusal instanceof ApiError && refusal.status === 409) onChanged();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  if (isNotFound(error)) return <Problem>{NO_TERMS}</Problem>;
  return (
    <form className="form" onSubmit={submit}>
      {error && <Problem>{problemOf(error)}</Problem>}
      <TextField
        label={t`User name or email (not required with a token)`}
        autoComplete="username"
        autoCapitalize="none"
        value={login}
        onChange={(event) => setLogin(event.target.value)}
      />
      <TextField
        label={t`Password, or a personal access token with the scope api`}
        type="password"
        autoComplete="current-password"
        required
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      <button type="submit" className="button button-primary" disabled={isPending}>
        <Trans>I accept these terms</Trans>
      </button>
    </form>
  );
}

/** Sentences by status, or by the error as a word. */
const problems: Record<string, string> = {
  invalid_token: t`The token has expired.`,
  insufficient_scope: t`The token is not sufficient: it needs the scope api.`,
  401: t`The user name and password, or the token, are not valid.`,
  403: t`This account may not accept the terms: it is blocked or deactivated.`,
  409: t`The terms have changed: read them again.`,
};

function problemOf(error: Error): string {
  if (!(error instanceof ApiError)) return explain(error);
  return problems[error.code ?? ''] ?? problems[error.status] ?? explain(error);
}
