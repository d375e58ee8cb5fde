/** The account of the visitor: its deletion. */
import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';
import { line, secret } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { deleteOwnAccount } from '#data/account';
import { useCurrentUser } from '#data/current-user';
import { signOut } from '#session/session';
import { UserSettings } from './user-settings';

const password = secret(t`Your password`, { isRequired: true, autoComplete: 'current-password' });
const code = line(t`Code`, {
  isRequired: true,
  autoComplete: 'one-time-code',
  hint: t`The six digits that your authenticator shows, or a recovery code.`,
});

/** Shows the form that deletes the account. */
export function AccountPage() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const remove = async (proof: { password: string; otp_attempt: string }): Promise<void> => {
    await deleteOwnAccount(proof);
    await signOut();
    await navigate('/');
  };
  const shared = { button: t`Delete my account`, done: t`Your account was deleted.`, isDanger: true };
  return (
    <UserSettings title={t`Account`}>
      <Section
        title={t`Delete the account`}
        isDanger
        description={t`Your projects and snippets are deleted. Your issues, merge requests and comments in other projects stay, without your name. It cannot be undone.`}
      >
        {user?.two_factor_enabled ? (
          <FieldsForm {...shared} fields={{ password, otp_attempt: code }} submit={remove} />
        ) : (
          <FieldsForm {...shared} fields={{ password }} submit={(body) => remove({ ...body, otp_attempt: '' })} />
        )}
      </Section>
    </UserSettings>
  );
}
