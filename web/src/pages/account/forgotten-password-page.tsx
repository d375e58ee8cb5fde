/** `/users/password/new`: requests a link to set a password. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { FormError, TextField } from '#components/form';
import { requestPasswordReset } from '#data/account';
import { focusOnMount } from '#lib/focus-on-mount';
import { AccountFrame } from './account-frame';

/** Shows the form. The answer is the same whether or not the account exists. */
export function ForgottenPasswordPage() {
  const [login, setLogin] = useState('');
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => requestPasswordReset({ login }) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <AccountFrame title={t`Forgotten password`}>
      {isSuccess ? (
        <div className="stack" role="status">
          <p>
            <Trans>
              If there is an account of this name, its owner now receives an email with a link to set a password. The
              link is valid for six hours; another one is sent after five minutes at the earliest.
            </Trans>
          </p>
          <Link className="button" to="/users/sign_in">
            <Trans>Back to sign in</Trans>
          </Link>
        </div>
      ) : (
        <form className="form" onSubmit={submit}>
          <p>
            <Trans>Enter your name here to receive an email with a link to set a new password.</Trans>
          </p>
          <FormError error={error} />
          <TextField
            label={t`Username or email address`}
            autoComplete="username"
            autoCapitalize="none"
            ref={focusOnMount}
            required
            maxLength={255}
            value={login}
            onChange={(event) => setLogin(event.target.value)}
          />
          <button type="submit" className="button button-primary" disabled={isPending}>
            <Trans>Send the link</Trans>
          </button>
        </form>
      )}
    </AccountFrame>
  );
}
