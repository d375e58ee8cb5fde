/** System hooks: webhooks that report events of the whole instance. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { check, line, secret } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import {
  systemHookKeys,
  createSystemHook,
  deleteSystemHook,
  listSystemHooks,
  testSystemHook,
  updateSystemHook,
} from '#data/system-hooks';
import styles from '#components/settings/settings.module.css';

const QUERY_KEY = systemHookKeys.all;

const triggers = {
  push_events: t`Pushes to branches`,
  tag_push_events: t`Pushes of tags`,
  merge_requests_events: t`Merge requests`,
  repository_update_events: t`Any change of a repository`,
} as const;
const triggerNames = Object.keys(triggers) as (keyof typeof triggers)[];

const fields = {
  url: line(t`Address`, { type: 'url', isRequired: true }),
  token: secret(t`Secret token`, { hint: t`Sent in a header of each delivery. Empty: unchanged.` }),
  push_events: check(triggers.push_events),
  tag_push_events: check(triggers.tag_push_events),
  merge_requests_events: check(triggers.merge_requests_events),
  repository_update_events: check(triggers.repository_update_events),
  enable_ssl_verification: check(t`Verify the certificate of the address`),
};

/** Shows the system hooks with a form for each. */
export function SystemHooks() {
  return (
    <ManagedList
      title={t`System hooks`}
      description={t`Requests about all projects, groups and users. Changes of projects, groups, members, users and keys are always sent.`}
      queryKey={QUERY_KEY}
      load={(page) => listSystemHooks({ page })}
      keyOf={({ id }) => id}
      nameOf={({ url }) => url}
      empty={t`There are no system hooks.`}
      remove={(hook) => deleteSystemHook(hook.id)}
      actions={(hook, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          aria-label={t`Send a sample to ${hook.url}`}
          disabled={isBusy}
          onClick={() => void run(() => testSystemHook(hook.id), t`The sample was sent.`)}
        >
          <Trans>Send sample</Trans>
        </button>
      )}
      edit={(hook) => (
        <FieldsForm
          fields={fields}
          stored={hook}
          button={t`Save system hook`}
          done={t`The system hook was saved.`}
          keys={[QUERY_KEY]}
          submit={(_values, body) => updateSystemHook(hook.id, body)}
        />
      )}
      add={{
        title: t`Add a system hook`,
        form: (
          <FieldsForm
            fields={fields}
            defaults={{ push_events: true, repository_update_events: true, enable_ssl_verification: true }}
            button={t`Add system hook`}
            done={t`The system hook was added.`}
            keys={[QUERY_KEY]}
            submit={(body) => createSystemHook(body)}
          />
        ),
      }}
    >
      {(hook) => (
        <>
          <div className="row row-wrap">
            <strong className={styles.settingsSecret}>{hook.url}</strong>
            {hook.alert_status !== 'executable' && (
              <span className="badge badge-red">
                <Trans>paused</Trans>
              </span>
            )}
          </div>
          <div className="muted small">
            {triggerNames
              .filter((name) => hook[name])
              .map((name) => triggers[name])
              .join(', ')}
          </div>
        </>
      )}
    </ManagedList>
  );
}
