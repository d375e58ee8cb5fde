/** The GPG keys of the visitor. */
import { RelativeTime } from '#components/relative-time';
import { text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { gpgKeyKeys, createGpgKey, deleteGpgKey, listCurrentUserGpgKeys, revokeGpgKey } from '#data/gpg-keys';
import { UserSettings } from './user-settings';

const QUERY_KEY = gpgKeyKeys.all;

const fields = {
  key: text('Public key', {
    isRequired: true,
    isCode: true,
    rows: 8,
    hint: 'The output of gpg --armor --export.',
  }),
};

/** Shows the keys. */
export function GpgKeysPage() {
  return (
    <UserSettings title="GPG keys">
      <ManagedList
        title="GPG keys"
        description="Commits that one of these keys has signed are shown as verified."
        queryKey={QUERY_KEY}
        load={(page) => listCurrentUserGpgKeys({ page })}
        keyOf={({ id }) => id}
        nameOf={({ id }) => `key ${id}`}
        empty="There are no GPG keys."
        remove={({ id }) => deleteGpgKey(id)}
        actions={({ id }, { run, isBusy }) => (
          <button
            type="button"
            className="button button-small"
            aria-label={`Revoke key ${id}`}
            disabled={isBusy}
            onClick={() => {
              if (window.confirm('Revoke this key? Commits that it has signed are no longer verified.'))
                void run(() => revokeGpgKey(id));
            }}
          >
            Revoke
          </button>
        )}
        add={{
          title: 'Add a GPG key',
          form: (
            <FieldsForm
              fields={fields}
              button="Add key"
              done="The key was added."
              keys={[QUERY_KEY]}
              submit={(body) => createGpgKey(body)}
            />
          ),
        }}
      >
        {(key) => (
          <details>
            <summary>
              Key {key.id}, added <RelativeTime time={key.created_at} />
            </summary>
            <pre className="settings-code" role="region" aria-label={`Key ${key.id}`} tabIndex={0}>
              {key.key}
            </pre>
          </details>
        )}
      </ManagedList>
    </UserSettings>
  );
}
