/** The SSH keys of the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '#components/relative-time';
import { line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { sshKeyKeys, createSshKey, deleteSshKey, listCurrentUserSshKeys } from '#data/ssh-keys';
import { sshFingerprint } from '#lib/ssh-fingerprint';
import { UserSettings } from './user-settings';

const QUERY_KEY = sshKeyKeys.all;

const fields = {
  key: text(t`Public key`, {
    isRequired: true,
    isCode: true,
    hint: t`The content of ~/.ssh/id_ed25519.pub or a similar file.`,
  }),
  title: line(t`Title`, { hint: t`Empty: the comment at the end of the key.` }),
};

/** The comment of a key usually names its machine. */
function commentOf(key: string): string {
  const [, , ...comment] = key.trim().split(/\s+/);
  return comment.join(' ');
}

/** Shows the keys. */
export function SshKeysPage() {
  return (
    <UserSettings title={t`SSH keys`}>
      <ManagedList
        title={t`SSH keys`}
        description={t`With one of these keys you clone and push over SSH.`}
        queryKey={QUERY_KEY}
        load={(page) => listCurrentUserSshKeys({ page })}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        empty={t`There are no SSH keys.`}
        remove={({ id }) => deleteSshKey(id)}
        add={{
          title: t`Add an SSH key`,
          form: (
            <FieldsForm
              fields={fields}
              button={t`Add key`}
              done={t`The key was added.`}
              keys={[QUERY_KEY]}
              submit={({ key, title }) => createSshKey({ key, title: title || commentOf(key) || t`SSH key` })}
            />
          ),
        }}
      >
        {(key) => (
          <>
            <strong>{key.title}</strong>
            <div className="muted small truncate">
              <Fingerprint publicKey={key.key} />
            </div>
            <div className="muted small">
              <Trans>
                added <RelativeTime time={key.created_at} />
              </Trans>
              {' · '}
              {key.last_used_at ? (
                <Trans>
                  last used <RelativeTime time={key.last_used_at} />
                </Trans>
              ) : (
                <Trans>never used</Trans>
              )}
            </div>
          </>
        )}
      </ManagedList>
    </UserSettings>
  );
}

/** Shows the fingerprint of a key, or the key where the browser cannot compute one. */
function Fingerprint({ publicKey }: { publicKey: string }) {
  const { data } = useQuery({
    queryKey: ['ssh-fingerprint', publicKey],
    queryFn: () => sshFingerprint(publicKey),
    staleTime: Infinity,
  });
  return <code>{data ?? publicKey}</code>;
}
