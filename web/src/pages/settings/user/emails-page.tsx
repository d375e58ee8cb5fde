/** The email addresses of the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { useCurrentUser } from '#data/current-user';
import { emailKeys, createEmail, deleteEmail, listCurrentUserEmails } from '#data/emails';
import { UserSettings } from './user-settings';

const QUERY_KEY = emailKeys.all;

/** Shows the addresses. */
export function EmailsPage() {
  const user = useCurrentUser();
  return (
    <UserSettings title={t`Email addresses`}>
      <ManagedList
        title={t`Further addresses`}
        description={t`Commits with one of them count as yours. Your primary address is ${user?.email ?? t`unknown`}.`}
        queryKey={QUERY_KEY}
        load={(page) => listCurrentUserEmails({ page })}
        keyOf={({ id }) => id}
        nameOf={({ email }) => email}
        empty={t`There are no further addresses.`}
        remove={({ id }) => deleteEmail(id)}
        add={{
          title: t`Add an address`,
          form: (
            <FieldsForm
              fields={{ email: line(t`Email address`, { type: 'email', isRequired: true, autoComplete: 'email' }) }}
              button={t`Add address`}
              done={t`The address was added.`}
              keys={[QUERY_KEY]}
              submit={(body) => createEmail(body)}
            />
          ),
        }}
      >
        {(email) => (
          <div className="row row-wrap">
            <span>{email.email}</span>
            {email.confirmed_at === null && (
              <span className="badge badge-amber">
                <Trans>not confirmed</Trans>
              </span>
            )}
          </div>
        )}
      </ManagedList>
    </UserSettings>
  );
}
