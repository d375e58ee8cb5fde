/** The password of the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { secret } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { accountKeys, changeOwnPassword, getOwnPassword, useSignInOptions } from '#data/account';
import { useCurrentUser } from '#data/current-user';
import { signInKeys } from '#data/sign-ins';
import { UserSettings } from './user-settings';

/** Shows the form that changes the password. */
export function OwnPasswordPage() {
  const user = useCurrentUser();
  const query = useQuery({ queryKey: accountKeys.password, queryFn: () => getOwnPassword() });
  return (
    <UserSettings title={t`Password`}>
      <Loaded query={query} lines={3}>
        {({ has_password: hasPassword }) =>
          hasPassword || user?.is_admin ? (
            <PasswordForm hasPassword={hasPassword} />
          ) : (
            <Section title={t`No password`}>
              <p>
                <Trans>You have no password. Ask an administrator for a link to set one.</Trans>
              </p>
            </Section>
          )
        }
      </Loaded>
    </UserSettings>
  );
}

const currentPassword = secret(t`Current password`, { autoComplete: 'current-password', isRequired: true });

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const options = useSignInOptions();
  const newFields = {
    password: secret(t`New password`, {
      autoComplete: 'new-password',
      isRequired: true,
      ...(options && { hint: t`At least ${options.minimum_password_length} characters.` }),
    }),
    password_confirmation: secret(t`Repeat new password`, { autoComplete: 'new-password', isRequired: true }),
  };
  const shared = { done: t`The password was changed.`, keys: [signInKeys.all, accountKeys.password] };
  return hasPassword ? (
    <Section
      title={t`Change the password`}
      description={t`You stay signed in here; your sign-ins on other devices end. Access tokens and keys stay valid.`}
    >
      <FieldsForm
        {...shared}
        fields={{ current_password: currentPassword, ...newFields }}
        button={t`Change password`}
        submit={(body) => changeOwnPassword(body)}
      />
    </Section>
  ) : (
    <Section title={t`Set a password`} description={t`With it you can sign in without a token.`}>
      <FieldsForm
        {...shared}
        fields={newFields}
        button={t`Set password`}
        submit={(body) => changeOwnPassword({ ...body, current_password: '' })}
      />
    </Section>
  );
}
