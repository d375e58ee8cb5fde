import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { choice, line, names } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { useProject } from '#data/project-context';
import { protectedTagKeys, createProtectedTag, deleteProtectedTag, listProtectedTags } from '#data/protected-tags';
import { tagKeys } from '#data/tags';
import { findSubjects } from './find-subjects';
import { levelOf, newEntries, protectionLevels, whoText } from './protection-levels';

const fields = {
  name: line(t`Tag`, { isRequired: true, hint: t`A name, or a pattern such as v*.` }),
  create_access_level: choice(t`Who may create it`, protectionLevels),
  creators: names(t`Users and groups that may create it too`, {
    hint: t`Usernames and paths of groups with access to the project, separated by commas.`,
  }),
};

/** The protected tags of a project. */
export function ProtectedTags() {
  const { id } = useProject();
  const queryKey = protectedTagKeys.ofProject(id);
  return (
    <ManagedList
      title={t`Protected tags`}
      description={t`Nobody can move or delete them.`}
      queryKey={queryKey}
      load={(page) => listProtectedTags(id, { page })}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      empty={t`No tag is protected.`}
      removal={t`Unprotect`}
      remove={({ name }) => deleteProtectedTag(id, name)}
      add={{
        title: t`Protect a tag`,
        form: (
          <FieldsForm
            fields={fields}
            button={t`Protect tag`}
            done={t`The tag is protected.`}
            keys={[queryKey, tagKeys.ofProject(id)]}
            submit={async ({ name, create_access_level: level, creators }) => {
              const subjects = await findSubjects(creators, 'creators');
              await createProtectedTag(id, { name, allowed_to_create: newEntries(levelOf(level), subjects) });
            }}
          />
        ),
      }}
    >
      {(tag) => (
        <>
          <strong className="mono">{tag.name}</strong>
          <div className="muted small">
            <Trans>Create: {whoText(tag.create_access_levels)}</Trans>
          </div>
        </>
      )}
    </ManagedList>
  );
}
