/** The GPG keys of the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RelativeTime } from '#components/relative-time';
import { text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { gpgKeyKeys, createGpgKey, deleteGpgKey, listCurrentUserGpgKeys, revokeGpgKey } from '#data/gpg-keys';
import { UserSettings } from './user-settings';
import styles from '#components/settings/settings.module.css';

const QUERY_KEY = gpgKeyKeys.all;

const fields = {
  key: text(t`Public key`, {
    isRequired: true,
    isCode: true,
    rows: 8,
    hint: t`The output of gpg --armor --export.`,
  }),
};

/** Shows the keys. */
export function GpgKeysPage() {
  return (
    <UserSettings title={t`GPG keys`}>
      <ManagedList
        title={t`GPG keys`}
        description={t`Commits that one of these keys has signed are shown as verified.`}
        queryKey={QUERY_KEY}
        load={(page) => listCurrentUserGpgKeys({ page })}
        keyOf={({ id }) => id}
        nameOf={({ id }) => t`key ${id}`}
        empty={t`There are no GPG keys.`}
        remove={({ id }) => deleteGpgKey(id)}
        actions={({ id }, { run, isBusy }) => (
          <button
            type="button"
            className="button button-small"
            aria-label={t`Revoke key ${id}`}
            disabled={isBusy}
            onClick={() => {
              if (window.confirm(t`Revoke this key? Commits that it has signed are no longer verified.`))
                void run(() => revokeGpgKey(id));
            }}
          >
            <Trans>Revoke</Trans>
          </button>
        )}
        add={{
          title: t`Add a GPG key`,
          form: (
            <FieldsForm
              fields={fields}
              button={t`Add key`}
              done={t`The key was added.`}
              keys={[QUERY_KEY]}
              submit={(body) => createGpgKey(body)}
            />
          ),
        }}
      >
        {(key) => (
          <details>
            <summary>
              <Trans>
                Key {key.id}, added <RelativeTime time={key.created_at} />
              </Trans>
            </summary>
            <pre className={styles.settingsCode} role="region" aria-label={t`Key ${key.id}`} tabIndex={0}>
              {key.key}
            </pre>
          </details>
        )}
      </ManagedList>
    </UserSettings>
  );
}
