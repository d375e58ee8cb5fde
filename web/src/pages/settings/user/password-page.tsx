/** The password of the visitor. */
import { secret } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { changeOwnPassword, useSignInOptions } from '#data/account';
import { useCurrentUser } from '#data/current-user';
import { signInKeys } from '#data/sign-ins';
import { UserSettings } from './user-settings';

/** Shows the form that changes the password. */
export function OwnPasswordPage() {
  const user = useCurrentUser();
  const options = useSignInOptions();
  const isNewAdministrator = user?.is_admin === true && user.current_sign_in_at === null;
  const fields = {
    current_password: secret('Current password', {
      autoComplete: 'current-password',
      isRequired: !isNewAdministrator,
      ...(isNewAdministrator && { hint: 'Empty if you have none yet.' }),
    }),
    password: secret('New password', {
      autoComplete: 'new-password',
      isRequired: true,
      ...(options && { hint: `At least ${options.minimum_password_length} characters.` }),
    }),
    password_confirmation: secret('Repeat new password', { autoComplete: 'new-password', isRequired: true }),
  };
  return (
    <UserSettings title="Password">
      <Section
        title="Change the password"
        description="You stay signed in here; your sign-ins on other devices end. Access tokens and keys stay valid."
      >
        {user && (
          <FieldsForm
            fields={fields}
            button="Change password"
            done="The password was changed."
            keys={[signInKeys.all]}
            submit={(body) => changeOwnPassword(body)}
          />
        )}
      </Section>
    </UserSettings>
  );
}
