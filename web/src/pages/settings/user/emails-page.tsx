/** The email addresses of the visitor. */
import { api, unwrap, unwrapPage } from '#api/client';
import { line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { useCurrentUser } from '#data/current-user';
import { UserSettings } from './user-settings';

const QUERY_KEY = ['emails'];

/** Shows the addresses. */
export function EmailsPage() {
  const user = useCurrentUser();
  return (
    <UserSettings title="Email addresses">
      <ManagedList
        title="Further addresses"
        description={`Commits with one of them count as yours. Your primary address is ${user?.email ?? 'unknown'}.`}
        queryKey={QUERY_KEY}
        load={(page) => unwrapPage(api.GET('/api/v4/user/emails', { params: { query: { page } } }))}
        keyOf={({ id }) => id}
        nameOf={({ email }) => email}
        empty="There are no further addresses."
        remove={({ id }) =>
          unwrap(api.DELETE('/api/v4/user/emails/{email_id}', { params: { path: { email_id: id } } }))
        }
        add={{
          title: 'Add an address',
          form: (
            <FieldsForm
              fields={{ email: line('Email address', { type: 'email', isRequired: true, autoComplete: 'email' }) }}
              button="Add address"
              done="The address was added."
              keys={[QUERY_KEY]}
              submit={(body) => unwrap(api.POST('/api/v4/user/emails', { body }))}
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
