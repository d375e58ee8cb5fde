/** Forms that create a user and change one. */
import type { User } from '#api/types';
import { check, line, secret } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { useSignInOptions } from '#data/account';
import { userKeys, createUser, updateUser } from '#data/users';
import { useAction } from '#lib/use-action';
import styles from '#components/settings/settings.module.css';

const KEYS = [userKeys.administered];

const fields = {
  name: line('Name', { isRequired: true }),
  username: line('Username', { isRequired: true, autoComplete: 'off' }),
  email: line('Email address', { type: 'email', isRequired: true }),
  admin: check('Administrator'),
};
const newPassword = { autoComplete: 'new-password' };
const changedFields = { ...fields, password: secret('New password', { ...newPassword, hint: 'Empty: unchanged.' }) };

/** The form that creates a user. */
export function NewUser() {
  const sendsMails = useSignInOptions()?.has_password_reset === true;
  const newUserFields = {
    ...fields,
    password: secret('Password', {
      ...newPassword,
      isRequired: !sendsMails,
      ...(sendsMails && { hint: 'Empty: the user receives an email with a link to set a password.' }),
    }),
    skip_confirmation: check('The email address need not be confirmed'),
  };
  return (
    <Section title="New user">
      <details className={styles.settingsAdd}>
        <summary>Add a user</summary>
        <FieldsForm
          fields={newUserFields}
          defaults={{ skip_confirmation: true }}
          button="Create user"
          done="The user was created."
          keys={KEYS}
          submit={({ password, ...body }) =>
            createUser(password === '' ? { ...body, reset_password: true } : { ...body, password })
          }
        />
      </details>
    </Section>
  );
}

/** The form that changes a user, and a button that sends the link to set a password. */
export function EditUser({ user }: { user: User }) {
  const sendsMails = useSignInOptions()?.has_password_reset === true;
  const { run, isBusy } = useAction();
  return (
    <details className={`${styles.settingsAdd} ${styles.settingsEdit}`}>
      <summary aria-label={`Edit ${user.name}`}>Edit</summary>
      <FieldsForm
        fields={changedFields}
        stored={{ ...user, admin: user.is_admin }}
        button="Save user"
        done="The user was saved."
        keys={KEYS}
        submit={(_values, body) => updateUser(user.id, body)}
      />
      {sendsMails && (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => updateUser(user.id, { reset_password: true }),
              `${user.name} receives a link to set a password.`,
            )
          }
        >
          Send a link to set the password
        </button>
      )}
    </details>
  );
}
