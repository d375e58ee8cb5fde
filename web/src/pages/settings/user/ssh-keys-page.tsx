/** The SSH keys of the visitor. */
import { RelativeTime } from '#components/relative-time';
import { line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { sshKeyKeys, createSshKey, deleteSshKey, listCurrentUserSshKeys } from '#data/ssh-keys';
import { UserSettings } from './user-settings';

const QUERY_KEY = sshKeyKeys.all;

const fields = {
  title: line('Title', { isRequired: true }),
  key: text('Public key', {
    isRequired: true,
    isCode: true,
    hint: 'The content of ~/.ssh/id_ed25519.pub or a similar file.',
  }),
};

/** Shows the keys. */
export function SshKeysPage() {
  return (
    <UserSettings title="SSH keys">
      <ManagedList
        title="SSH keys"
        description="With one of these keys you clone and push over SSH."
        queryKey={QUERY_KEY}
        load={(page) => listCurrentUserSshKeys({ page })}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        empty="There are no SSH keys."
        remove={({ id }) => deleteSshKey(id)}
        add={{
          title: 'Add an SSH key',
          form: (
            <FieldsForm
              fields={fields}
              button="Add key"
              done="The key was added."
              keys={[QUERY_KEY]}
              submit={(body) => createSshKey(body)}
            />
          ),
        }}
      >
        {(key) => (
          <>
            <strong>{key.title}</strong>
            <div className="muted small truncate">
              <code>{key.key}</code>
            </div>
            <div className="muted small">
              added <RelativeTime time={key.created_at} />
            </div>
          </>
        )}
      </ManagedList>
    </UserSettings>
  );
}
