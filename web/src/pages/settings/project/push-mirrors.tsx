import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RelativeTime } from '#components/relative-time';
import { check, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import {
  mirrorKeys,
  createRemoteMirror,
  deleteRemoteMirror,
  listRemoteMirrors,
  updateRemoteMirror,
} from '#data/mirrors';
import { useProject } from '#data/project-context';
import styles from '#components/settings/settings.module.css';
import { stateText } from '#lib/state-text';

const fields = {
  url: line(t`Address of the repository`, {
    isRequired: true,
    type: 'url',
    hint: t`With the credentials: https://user:token@host/path.git. They are stored encrypted.`,
  }),
  only_protected_branches: check(t`Only protected branches`),
  keep_divergent_refs: check(t`Keep branches that differ in the target`),
};

/** The repositories to which the pushes of a project are forwarded. */
export function PushMirrors() {
  const { id } = useProject();
  const queryKey = mirrorKeys.ofProject(id);
  return (
    <ManagedList
      title={t`Push mirrors`}
      description={t`Every push is forwarded to these repositories.`}
      queryKey={queryKey}
      load={(page) => listRemoteMirrors(id, { page })}
      keyOf={(mirror) => mirror.id}
      nameOf={(mirror) => mirror.url}
      empty={t`There are no push mirrors.`}
      remove={({ id: mirrorId }) => deleteRemoteMirror(id, mirrorId)}
      actions={(mirror, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() => void run(() => updateRemoteMirror(id, mirror.id, { enabled: !mirror.enabled }))}
        >
          {mirror.enabled ? t`Disable` : t`Enable`}
        </button>
      )}
      add={{
        title: t`Add a push mirror`,
        form: (
          <FieldsForm
            fields={fields}
            button={t`Add push mirror`}
            done={t`The push mirror was added.`}
            keys={[queryKey]}
            submit={(values) => createRemoteMirror(id, { ...values, enabled: true })}
          />
        ),
      }}
    >
      {(mirror) => (
        <>
          <div className="row row-wrap">
            <code className={styles.settingsSecret}>{mirror.url}</code>
            <span className={`badge ${mirror.last_error ? 'badge-red' : ''}`}>
              {mirror.enabled ? stateText(mirror.update_status ?? 'none') : t`disabled`}
            </span>
          </div>
          <div className="muted small">
            {mirror.last_error ??
              (mirror.last_successful_update_at === null ? (
                <Trans>Not updated yet</Trans>
              ) : (
                <Trans>
                  Updated <RelativeTime time={mirror.last_successful_update_at} />
                </Trans>
              ))}
          </div>
        </>
      )}
    </ManagedList>
  );
}
