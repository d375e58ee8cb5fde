import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RelativeTime } from '#components/relative-time';
import { check, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import {
  deployKeyKeys,
  createProjectDeployKey,
  deleteProjectDeployKey,
  listProjectDeployKeys,
  updateProjectDeployKey,
} from '#data/deploy-keys';
import { useProject } from '#data/project-context';

const fields = {
  title: line(t`Title`, { isRequired: true }),
  key: text(t`Public key`, { isRequired: true, isCode: true, hint: t`Begins with ssh-ed25519, ssh-rsa or ecdsa-.` }),
  can_push: check(t`The key may push`),
};

/** The deploy keys of a project. */
export function DeployKeys() {
  const { id } = useProject();
  const queryKey = deployKeyKeys.ofProject(id);
  return (
    <ManagedList
      title={t`Deploy keys`}
      description={t`SSH keys of machines, with access to this repository only.`}
      queryKey={queryKey}
      load={(page) => listProjectDeployKeys(id, { page })}
      keyOf={(key) => key.id}
      nameOf={(key) => key.title}
      empty={t`There are no deploy keys.`}
      remove={({ id: keyId }) => deleteProjectDeployKey(id, keyId)}
      actions={(key, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() => void run(() => updateProjectDeployKey(id, key.id, { can_push: !key.can_push }))}
        >
          {key.can_push ? t`Make read-only` : t`Allow pushes`}
        </button>
      )}
      add={{
        title: t`Add a deploy key`,
        form: (
          <FieldsForm
            fields={fields}
            button={t`Add deploy key`}
            done={t`The deploy key was added.`}
            keys={[queryKey]}
            submit={(body) => createProjectDeployKey(id, body)}
          />
        ),
      }}
    >
      {(key) => (
        <>
          <div className="row row-wrap">
            <strong>{key.title}</strong>
            {key.can_push && (
              <span className="badge badge-amber">
                <Trans>may push</Trans>
              </span>
            )}
          </div>
          <div className="muted small">
            <Trans>
              <code>{key.fingerprint}</code> · added <RelativeTime time={key.created_at} />
            </Trans>
          </div>
        </>
      )}
    </ManagedList>
  );
}
