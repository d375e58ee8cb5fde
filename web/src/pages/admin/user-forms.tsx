/** Forms that create a user and change one. */
import type { User } from '#api/types';
import { check, line, secret } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { userKeys, createUser, updateUser } from '#data/users';

const KEYS = [userKeys.administered];

const fields = {
  name: line('Name', { isRequired: true }),
  username: line('Username', { isRequired: true, autoComplete: 'off' }),
  email: line('Email address', { type: 'email', isRequired: true }),
  admin: check('Administrator'),
};
const newPassword = { autoComplete: 'new-password' };
const newUserFields = {
  ...fields,
  password: secret('Password', { ...newPassword, isRequired: true }),
  skip_confirmation: check('The email address need not be confirmed'),
};
const changedFields = { ...fields, password: secret('New password', { ...newPassword, hint: 'Empty: unchanged.' }) };

/** The form that creates a user. */
export function NewUser() {
  return (
    <Section title="New user">
      <details className="settings-add">
        <summary>Add a user</summary>
        <FieldsForm
          fields={newUserFields}
          defaults={{ skip_confirmation: true }}
          button="Create user"
          done="The user was created."
          keys={KEYS}
          submit={(body) => createUser(body)}
        />
      </details>
    </Section>
  );
}

/** The form that changes a user. */
export function EditUser({ user }: { user: User }) {
  return (
    <details className="settings-add settings-edit">
      <summary aria-label={`Edit ${user.name}`}>Edit</summary>
      <FieldsForm
        fields={changedFields}
        stored={{ ...user, admin: user.is_admin }}
        button="Save user"
        done="The user was saved."
        keys={KEYS}
        submit={(_values, body) => updateUser(user.id, body)}
      />
    </details>
  );
}
