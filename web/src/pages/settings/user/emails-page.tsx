/** The email addresses of the visitor. */
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
    <UserSettings title="Email addresses">
      <ManagedList
        title="Further addresses"
        description={`Commits with one of them count as yours. Your primary address is ${user?.email ?? 'unknown'}.`}
        queryKey={QUERY_KEY}
        load={(page) => listCurrentUserEmails({ page })}
        keyOf={({ id }) => id}
        nameOf={({ email }) => email}
        empty="There are no further addresses."
        remove={({ id }) => deleteEmail(id)}
        add={{
          title: 'Add an address',
          form: (
            <FieldsForm
              fields={{ email: line('Email address', { type: 'email', isRequired: true, autoComplete: 'email' }) }}
              button="Add address"
              done="The address was added."
              keys={[QUERY_KEY]}
              submit={(body) => createEmail(body)}
            />
          ),
        }}
      >
        {(email) => (
          <div className="row row-wrap">
            <span>{email.email}</span>
            {email.confirmed_at === null && <span className="badge badge-amber">not confirmed</span>}
          </div>
        )}
      </ManagedList>
    </UserSettings>
  );
}
