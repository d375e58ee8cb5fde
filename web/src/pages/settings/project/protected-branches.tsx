import { api, unwrap, unwrapPage } from '../../../api/client';
import { choice, line } from '../../../components/settings/fields';
import { FieldsForm } from '../../../components/settings/fields-form';
import { ManagedList } from '../../../components/settings/managed-list';
import { useProject } from '../../../layout/project-area';
import { levelOf, protectionLevels, whoText } from './protection-levels';

const fields = {
  name: line('Branch', { isRequired: true, hint: 'A name, or a pattern such as release/*.' }),
  merge_access_level: choice('Who may merge', protectionLevels),
  push_access_level: choice('Who may push', protectionLevels),
};

/** The protected branches of a project. */
export function ProtectedBranches() {
  const { id } = useProject();
  const path = { id: String(id) };
  const queryKey = ['protected-branches', id];
  return (
    <ManagedList
      title="Protected branches"
      description="Nobody can delete them or rewrite their history."
      queryKey={queryKey}
      load={(page) =>
        unwrapPage(api.GET('/api/v4/projects/{id}/protected_branches', { params: { path, query: { page } } }))
      }
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      empty="No branch is protected."
      removal="Unprotect"
      remove={({ name }) =>
        unwrap(api.DELETE('/api/v4/projects/{id}/protected_branches/{name}', { params: { path: { ...path, name } } }))
      }
      add={{
        title: 'Protect a branch',
        form: (
          <FieldsForm
            fields={fields}
            button="Protect branch"
            done="The branch is protected."
            keys={[queryKey, ['branches', id]]}
            submit={({ name, ...levels }) =>
              unwrap(
                api.POST('/api/v4/projects/{id}/protected_branches', {
                  params: { path },
                  body: {
                    name,
                    merge_access_level: levelOf(levels.merge_access_level),
                    push_access_level: levelOf(levels.push_access_level),
                  },
                }),
              )
            }
          />
        ),
      }}
    >
      {(branch) => (
        <>
          <strong className="mono">{branch.name}</strong>
          <div className="muted small">
            Merge: {whoText(branch.merge_access_levels)} · Push: {whoText(branch.push_access_levels)}
          </div>
        </>
      )}
    </ManagedList>
  );
}
