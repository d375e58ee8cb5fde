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

const fields = {
  url: line('Address of the repository', {
    isRequired: true,
    type: 'url',
    hint: 'With the credentials: https://user:token@host/path.git. They are stored encrypted.',
  }),
  only_protected_branches: check('Only protected branches'),
  keep_divergent_refs: check('Keep branches that differ in the target'),
};

/** The repositories to which the pushes of a project are forwarded. */
export function PushMirrors() {
  const { id } = useProject();
  const queryKey = mirrorKeys.ofProject(id);
  return (
    <ManagedList
      title="Push mirrors"
      description="Every push is forwarded to these repositories."
      queryKey={queryKey}
      load={(page) => listRemoteMirrors(id, { page })}
      keyOf={(mirror) => mirror.id}
      nameOf={(mirror) => mirror.url}
      empty="There are no push mirrors."
      remove={({ id: mirrorId }) => deleteRemoteMirror(id, mirrorId)}
      actions={(mirror, { run, isBusy }) => (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          onClick={() => void run(() => updateRemoteMirror(id, mirror.id, { enabled: !mirror.enabled }))}
        >
          {mirror.enabled ? 'Disable' : 'Enable'}
        </button>
      )}
      add={{
        title: 'Add a push mirror',
        form: (
          <FieldsForm
            fields={fields}
            button="Add push mirror"
            done="The push mirror was added."
            keys={[queryKey]}
            submit={(values) => createRemoteMirror(id, { ...values, enabled: true })}
          />
        ),
      }}
    >
      {(mirror) => (
        <>
          <div className="row row-wrap">
            <code className="settings-secret">{mirror.url}</code>
            <span className={`badge ${mirror.last_error ? 'badge-red' : ''}`}>
              {mirror.enabled ? mirror.update_status : 'disabled'}
            </span>
          </div>
          <div className="muted small">
            {mirror.last_error ?? (
              <>
                {mirror.last_successful_update_at === null ? 'Not updated yet' : 'Updated '}
                <RelativeTime time={mirror.last_successful_update_at} />
              </>
            )}
          </div>
        </>
      )}
    </ManagedList>
  );
}
