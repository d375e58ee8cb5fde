import { api, unwrap, unwrapPage } from '#api/client';
import { RelativeTime } from '#components/relative-time';
import { check, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { useProject } from '#data/project-context';

const fields = {
  title: line('Title', { isRequired: true }),
  key: text('Public key', { isRequired: true, isCode: true, hint: 'Begins with ssh-ed25519, ssh-rsa or ecdsa-.' }),
  can_push: check('The key may push'),
};

/** The deploy keys of a project. */
export function DeployKeys() {
  const { id } = useProject();
  const path = { id: String(id) };
  const queryKey = ['deploy-keys', id];
  return (
    <ManagedList
      title="Deploy keys"
      description="SSH keys of machines, with access to this repository only."
      queryKey={queryKey}
      load={(page) => unwrapPage(api.GET('/api/v4/projects/{id}/deploy_keys', { params: { path, query: { page } } }))}
      keyOf={(key) => key.id}
      nameOf={(key) => key.title}
      empty="There are no deploy keys."
      remove={({ id: keyId }) =>
        unwrap(
          api.DELETE('/api/v4/projects/{id}/deploy_keys/{key_id}', { params: { path: { ...path, key_id: keyId } } }),
        )
      }
      actions={(key, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() =>
            void run(() =>
              unwrap(
                api.PUT('/api/v4/projects/{id}/deploy_keys/{key_id}', {
                  params: { path: { ...path, key_id: key.id } },
                  body: { can_push: !key.can_push },
                }),
              ),
            )
          }
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
            submit={(body) => unwrap(api.POST('/api/v4/projects/{id}/deploy_keys', { params: { path }, body }))}
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
