/** Sign-in with a password and, where it is enabled, a one-time code; or with an access token. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { TextField } from '#components/form';
import { Main } from '#components/page/main';
import { useSignInOptions } from '#data/account';
import { ApiError } from '#lib/api-error';
import { explain } from '#lib/explain';
import { focusOnMount } from '#lib/focus-on-mount';
import { useTitle } from '#lib/use-title';
import { signIn, signInWithToken } from '#session/session';
import { useIsSignedIn } from '#session/use-session';
import styles from './sign-in.module.css';

type Kind = 'password' | 'token';

/** Shows the form. Afterwards, the page that led here opens. */
export function SignInPage() {
  useTitle(t`Sign in`);
  const [params] = useSearchParams();
  const [kind, setKind] = useState<Kind>('password');
  const isSignedIn = useIsSignedIn();
  if (isSignedIn) return <Navigate replace to={safeTarget(params.get('redirect'))} />;
  return (
    <Main>
      <div className={styles.signIn}>
        <h1>
          <Trans>Sign in</Trans>
        </h1>
        <div className="card card-body">
          <div className="tabs">
            <button type="button" aria-pressed={kind === 'password'} onClick={() => setKind('password')}>
              <Trans>Password</Trans>
            </button>
            <button type="button" aria-pressed={kind === 'token'} onClick={() => setKind('token')}>
              <Trans>Access token</Trans>
            </button>
          </div>
          {kind === 'password' ? <PasswordForm /> : <TokenForm />}
        </div>
        <AccountLinks />
      </div>
    </Main>
  );
}

function AccountLinks() {
  const options = useSignInOptions();
  return (
    <div className="row row-wrap between">
      {options?.has_password_reset && (
        <Link to="/users/password/new">
          <Trans>Forgot your password?</Trans>
        </Link>
      )}
      {options?.has_registration && (
        <Link to="/users/sign_up">
          <Trans>Register</Trans>
        </Link>
      )}
    </div>
  );
}

function PasswordForm() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const mutation = useMutation({
    mutationFn: () => signIn({ username, password, ...(code !== '' && { otp_attempt: code.trim() }) }),
    onError: (error) => setNeedsCode((needed) => needed || isCodeMissing(error)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  const isFirstQuestion = isCodeMissing(mutation.error);
  return (
    <form className="form" onSubmit={submit}>
      {mutation.error && (
        <div className={`notice ${isFirstQuestion ? 'notice-warning' : 'notice-error'}`} role="alert">
          {isFirstQuestion
            ? t`Enter the code of your authenticator app, or a recovery code.`
            : textOf(mutation.error, needsCode)}
        </div>
      )}
      <TextField
        label={t`Username or email address`}
        autoComplete="username"
        autoCapitalize="none"
        ref={focusOnMount}
        required
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {needsCode && (
        <TextField
          label={t`One-time code`}
          autoComplete="one-time-code"
          inputMode="numeric"
          ref={focusOnMount}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <button type="submit" className="button button-primary" disabled={mutation.isPending}>
        {mutation.isPending ? t`Signing in …` : t`Sign in`}
      </button>
    </form>
  );
}

function TokenForm() {
  const [token, setToken] = useState('');
  const mutation = useMutation({ mutationFn: () => signInWithToken(token.trim()) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      {mutation.error && (
        <div className="notice notice-error" role="alert">
          {mutation.error instanceof ApiError && mutation.error.status === 401
            ? t`The token is invalid, revoked or expired.`
            : explain(mutation.error)}
        </div>
      )}
      <TextField
        label={t`Personal access token`}
        hint={t`It needs the scope api, or read_api to only read. It stays in this browser tab.`}
        type="password"
        autoComplete="off"
        ref={focusOnMount}
        required
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
      <button type="submit" className="button button-primary" disabled={mutation.isPending}>
        <Trans>Sign in</Trans>
      </button>
    </form>
  );
}

function isCodeMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && /two-factor/i.test(error.message);
}

function textOf(error: unknown, hasCode: boolean): string {
  if (!(error instanceof ApiError) || error.status !== 401) return explain(error);
  return hasCode ? t`The username, password or code is wrong.` : t`The username or password is wrong.`;
}

/** Only an address of these pages is followed. */
function safeTarget(target: string | null): string {
  return target?.startsWith('/') && !target.startsWith('//') && !target.includes('\\') ? target : '/';
}
