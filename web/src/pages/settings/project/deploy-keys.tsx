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
  title: line('Title', { isRequired: true }),
  key: text('Public key', { isRequired: true, isCode: true, hint: 'Begins with ssh-ed25519, ssh-rsa or ecdsa-.' }),
  can_push: check('The key may push'),
};

/** The deploy keys of a project. */
export function DeployKeys() {
  const { id } = useProject();
  const queryKey = deployKeyKeys.ofProject(id);
  return (
    <ManagedList
      title="Deploy keys"
      description="SSH keys of machines, with access to this repository only."
      queryKey={queryKey}
      load={(page) => listProjectDeployKeys(id, { page })}
      keyOf={(key) => key.id}
      nameOf={(key) => key.title}
      empty="There are no deploy keys."
      remove={({ id: keyId }) => deleteProjectDeployKey(id, keyId)}
      actions={(key, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() => void run(() => updateProjectDeployKey(id, key.id, { can_push: !key.can_push }))}
        >
          {key.can_push ? 'Make read-only' : 'Allow pushes'}
        </button>
      )}
      add={{
        title: 'Add a deploy key',
        form: (
          <FieldsForm
            fields={fields}
            button="Add deploy key"
            done="The deploy key was added."
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
            {key.can_push && <span className="badge badge-amber">may push</span>}
          </div>
          <div className="muted small">
            <code>{key.fingerprint}</code> · added <RelativeTime time={key.created_at} />
          </div>
        </>
      )}
    </ManagedList>
  );
}
