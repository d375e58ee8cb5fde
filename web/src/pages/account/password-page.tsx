/** `/users/password/edit`: a user sets a password with the link in an email. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { fieldError, FormError, TextField } from '#components/form';
import { accountKeys, getPasswordReset, resetPassword, type PasswordReset } from '#data/account';
import { ApiError } from '#lib/api-error';
import { AccountFrame, Done, isNotFound, LoadedFor, Problem } from './account-frame';
import { useLinkToken } from './use-link-token';

const INVALID = t`This link is no longer valid: it was used, a newer one was sent, the password was changed, or it is older than six hours. Open the link in the email again, or ask an administrator for a new one.`;

/** Shows the form. */
export function PasswordPage() {
  const token = useLinkToken('reset_password_token');
  const [username, setUsername] = useState<string>();
  return (
    <AccountFrame title={t`Set your password`}>
      {username === undefined ? (
        <LinkedForm token={token} onDone={setUsername} />
      ) : (
        <Done>
          <Trans>
            The password of <strong>{username}</strong> is set. You can sign in with it now.
          </Trans>
        </Done>
      )}
    </AccountFrame>
  );
}

interface LinkedFormProps {
  token: string;
  onDone: (username: string) => void;
}

function LinkedForm({ token, onDone }: LinkedFormProps) {
  const query = useQuery({
    queryKey: accountKeys.passwordReset(token),
    queryFn: () => getPasswordReset(token),
    staleTime: Infinity,
  });
  return (
    <LoadedFor query={query} notFound={INVALID}>
      {(reset) => <PasswordForm reset={reset} token={token} onDone={onDone} />}
    </LoadedFor>
  );
}

function PasswordForm({ reset, token, onDone }: LinkedFormProps & { reset: PasswordReset }) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => resetPassword({ token, password, password_confirmation: repeated }),
    onSuccess: ({ username }) => onDone(username),
  });
  // Screen readers announce the field that takes the focus with what is wrong about it.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  if (isNotFound(error)) return <Problem>{INVALID}</Problem>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <form ref={form} className="form" onSubmit={submit}>
      <p>
        <Trans>
          Choose a password for the account <strong>{reset.username}</strong>: at least {reset.minimum_password_length}{' '}
          characters.
        </Trans>
      </p>
      <FormError error={error instanceof ApiError && Object.keys(error.fields).length > 0 ? null : error} />
      {/* Password managers store the password for this user. */}
      <input type="hidden" name="username" autoComplete="username" value={reset.username} />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="new-password"
        required
        value={password}
        error={fieldError(error, 'password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextField
        label={t`Repeat password`}
        type="password"
        autoComplete="new-password"
        required
        value={repeated}
        error={fieldError(error, 'password_confirmation')}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <button type="submit" className="button button-primary" disabled={isPending}>
        <Trans>Set password</Trans>
      </button>
    </form>
  );
}
