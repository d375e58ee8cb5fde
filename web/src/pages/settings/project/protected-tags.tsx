import { api, unwrap, unwrapPage } from '#api/client';
import { choice, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { useProject } from '#data/project-context';
import { findSubjects } from './find-subjects';
import { levelOf, newEntries, protectionLevels, whoText } from './protection-levels';

const fields = {
  name: line('Tag', { isRequired: true, hint: 'A name, or a pattern such as v*.' }),
  create_access_level: choice('Who may create it', protectionLevels),
  creators: line('Users and groups that may create it too', {
    hint: 'Usernames and paths of groups with access to the project, separated by commas.',
  }),
};

/** The protected tags of a project. */
export function ProtectedTags() {
  const { id } = useProject();
  const path = { id: String(id) };
  const queryKey = ['protected-tags', id];
  return (
    <ManagedList
      title="Protected tags"
      description="Nobody can move or delete them."
      queryKey={queryKey}
      load={(page) =>
        unwrapPage(api.GET('/api/v4/projects/{id}/protected_tags', { params: { path, query: { page } } }))
      }
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      empty="No tag is protected."
      removal="Unprotect"
      remove={({ name }) =>
        unwrap(api.DELETE('/api/v4/projects/{id}/protected_tags/{name}', { params: { path: { ...path, name } } }))
      }
      add={{
        title: 'Protect a tag',
        form: (
          <FieldsForm
            fields={fields}
            button="Protect tag"
            done="The tag is protected."
            keys={[queryKey, ['tags', id]]}
            submit={async ({ name, create_access_level: level, creators }) => {
              const subjects = await findSubjects(creators, 'creators');
              await unwrap(
                api.POST('/api/v4/projects/{id}/protected_tags', {
                  params: { path },
                  body: { name, allowed_to_create: newEntries(levelOf(level), subjects) },
                }),
              );
            }}
          />
        ),
      }}
    >
      {(tag) => (
        <>
          <strong className="mono">{tag.name}</strong>
          <div className="muted small">Create: {whoText(tag.create_access_levels)}</div>
        </>
      )}
    </ManagedList>
  );
}
