/** `/users/sign_up`: registration, if the instance allows it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { line, secret } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Loading } from '#components/states';
import { registerUser, useSignInOptions } from '#data/account';
import { AccountFrame, Problem } from './account-frame';

/** Shows the form, and then what to do next. */
export function SignUpPage() {
  const options = useSignInOptions();
  const [email, setEmail] = useState<string>();
  return (
    <AccountFrame title={t`Register`}>
      {email !== undefined ? (
        <div className="stack" role="status">
          <p>
            <Trans>
              An email is on its way to <strong>{email}</strong>. Open the link in it to confirm the address; then you
              can sign in.
            </Trans>
          </p>
          <Link className="button button-primary" to="/users/sign_in">
            <Trans>Sign in</Trans>
          </Link>
        </div>
      ) : options === undefined ? (
        <Loading lines={4} />
      ) : options.has_registration ? (
        <RegistrationForm minLength={options.minimum_password_length} onDone={setEmail} />
      ) : (
        <Problem>
          <Trans>This instance does not allow registration. Ask an administrator for an account.</Trans>
        </Problem>
      )}
    </AccountFrame>
  );
}

interface RegistrationFormProps {
  minLength: number;
  onDone: (email: string) => void;
}

function RegistrationForm({ minLength, onDone }: RegistrationFormProps) {
  const fields = {
    name: line(t`Name`, { isRequired: true, autoComplete: 'name' }),
    username: line(t`Username`, {
      isRequired: true,
      autoComplete: 'username',
      hint: t`Part of the addresses of your projects.`,
    }),
    email: line(t`Email address`, { type: 'email', isRequired: true, autoComplete: 'email' }),
    password: secret(t`Password`, {
      isRequired: true,
      autoComplete: 'new-password',
      hint: t`At least ${minLength} characters.`,
    }),
  };
  return (
    <>
      <FieldsForm
        fields={fields}
        button={t`Register`}
        submit={async (body) => {
          await registerUser(body);
          onDone(body.email);
        }}
      />
      <p className="muted">
        <Trans>
          You have an account? <Link to="/users/sign_in">Sign in</Link>
        </Trans>
      </p>
    </>
  );
}
