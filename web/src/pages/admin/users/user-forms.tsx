/** Forms that create a user and change one. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { User } from '#api/types';
import { check, line, number, secret, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import styles from '#components/settings/settings.module.css';
import { useSignInOptions } from '#data/account';
import { createUser, updateUser, userKeys } from '#data/users';
import { useAction } from '#lib/use-action';

const KEYS = [userKeys.administered];

const fields = {
  name: line(t`Name`, { isRequired: true }),
  username: line(t`Username`, { isRequired: true, autoComplete: 'off' }),
  email: line(t`Email address`, { type: 'email', isRequired: true }),
  admin: check(t`Administrator`, { hint: t`May see and change everything on the instance.` }),
  external: check(t`External`, {
    hint: t`Sees public projects and those of which they are a member; creates no projects.`,
  }),
};
const changedFields = {
  ...fields,
  can_create_group: check(t`May create groups`),
  projects_limit: number(t`Personal projects at most`, { min: 0 }),
  note: text(t`Note`, { rows: 2, hint: t`Only administrators see it.` }),
};
const newPassword = { autoComplete: 'new-password' };
const passwordFields = {
  password: secret(t`New password`, { ...newPassword, isRequired: true, hint: t`It ends the sign-ins of the user.` }),
};

/** Whether the instance can send mails with links to set a password. */
function useSendsPasswordMails(): boolean {
  return useSignInOptions()?.has_password_reset === true;
}

/** The form that creates a user. */
export function NewUser() {
  const sendsMails = useSendsPasswordMails();
  const newUserFields = {
    ...fields,
    password: secret(t`Password`, {
      ...newPassword,
      isRequired: !sendsMails,
      ...(sendsMails && { hint: t`Empty: the user receives an email with a link to set a password.` }),
    }),
    skip_confirmation: check(t`The email address need not be confirmed`),
  };
  return (
    <Section title={t`New user`}>
      <details className={styles.settingsAdd}>
        <summary>
          <Trans>Add a user</Trans>
        </summary>
        <FieldsForm
          fields={newUserFields}
          defaults={{ skip_confirmation: true }}
          button={t`Create user`}
          done={t`The user was created.`}
          keys={KEYS}
          submit={({ password, ...body }) =>
            createUser(password === '' ? { ...body, reset_password: true } : { ...body, password })
          }
        />
      </details>
    </Section>
  );
}

/** The form that changes a user. */
export function EditUser({ user }: { user: User }) {
  return (
    <Section title={t`Change the account`}>
      <FieldsForm
        fields={changedFields}
        stored={{ ...user, admin: user.is_admin }}
        button={t`Save user`}
        done={t`The user was saved.`}
        keys={KEYS}
        submit={(_values, body) => updateUser(user.id, body)}
      />
    </Section>
  );
}

/** Sends the link to set a password, or sets one. */
export function UserPassword({ user }: { user: User }) {
  const sendsMails = useSendsPasswordMails();
  const { run, isBusy } = useAction();
  const send = (): Promise<unknown> => updateUser(user.id, { reset_password: true });
  return (
    <Section
      title={t`Password`}
      {...(!sendsMails && {
        description: t`The instance has no mail server, so it cannot send a link with which the user sets a password.`,
      })}
    >
      {sendsMails && (
        <div>
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void run(send, t`${user.name} receives a link to set a password.`)}
          >
            <Trans>Send a link to set the password</Trans>
          </button>
        </div>
      )}
      <details className={styles.settingsAdd}>
        <summary>
          <Trans>Set a password</Trans>
        </summary>
        <FieldsForm
          fields={passwordFields}
          button={t`Set password`}
          done={t`The password was set.`}
          keys={KEYS}
          submit={({ password }) => updateUser(user.id, { password })}
        />
      </details>
    </Section>
  );
}
