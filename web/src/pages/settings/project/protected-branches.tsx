import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { check, checks, choice, names, revision } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { branchKeys } from '#data/branches';
import { useProject } from '#data/project-context';
import {
  protectedBranchKeys,
  createProtectedBranch,
  deleteProtectedBranch,
  listProtectedBranches,
  updateProtectedBranch,
} from '#data/protected-branches';
import { findSubjects } from './find-subjects';
import {
  entryChanges,
  levelOf,
  namedOptions,
  newEntries,
  protectionLevels,
  roleOf,
  whoText,
  type AccessEntry,
} from './protection-levels';

const subjectsHint = t`Usernames and paths of groups with access to the project, separated by commas.`;

const levelFields = {
  merge_access_level: choice(t`Who may merge`, protectionLevels),
  mergers: names(t`Users and groups that may merge too`, { hint: subjectsHint }),
  push_access_level: choice(t`Who may push`, protectionLevels),
  pushers: names(t`Users and groups that may push too`, { hint: subjectsHint }),
  allow_force_push: check(t`Allow force pushes`),
  code_owner_approval_required: check(t`Code owners must approve changes of their files`),
};

const fieldsOf = (projectId: number) => ({
  name: revision(t`Branch`, projectId, {
    kinds: 'branches',
    isRequired: true,
    hint: t`A name, or a pattern such as release/*.`,
  }),
  ...levelFields,
});

/** A protected branch in the list. */
interface ListedBranch {
  name: string;
  push_access_levels: AccessEntry[];
  merge_access_levels: AccessEntry[];
  allow_force_push: boolean;
  code_owner_approval_required?: boolean | null;
}

/** The protected branches of a project. */
export function ProtectedBranches() {
  const { id } = useProject();
  const queryKey = protectedBranchKeys.ofProject(id);
  const fields = useMemo(() => fieldsOf(id), [id]);
  return (
    <ManagedList
      title={t`Protected branches`}
      description={t`Nobody can delete them, or rewrite their history unless force pushes are allowed.`}
      queryKey={queryKey}
      load={(page) => listProtectedBranches(id, { page })}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      empty={t`No branch is protected.`}
      removal={t`Unprotect`}
      remove={({ name }) => deleteProtectedBranch(id, name)}
      edit={(branch) => <EditProtection branch={branch} projectId={id} queryKey={queryKey} />}
      add={{
        title: t`Protect a branch`,
        form: (
          <FieldsForm
            fields={fields}
            button={t`Protect branch`}
            done={t`The branch is protected.`}
            keys={[queryKey, branchKeys.ofProject(id)]}
            submit={async ({ name, mergers, pushers, merge_access_level, push_access_level, ...settings }) => {
              const [merging, pushing] = await Promise.all([
                findSubjects(mergers, 'mergers'),
                findSubjects(pushers, 'pushers'),
              ]);
              await createProtectedBranch(id, {
                name,
                ...settings,
                allowed_to_merge: newEntries(levelOf(merge_access_level), merging),
                allowed_to_push: newEntries(levelOf(push_access_level), pushing),
              });
            }}
          />
        ),
      }}
    >
      {(branch) => (
        <>
          <strong className="mono">{branch.name}</strong>
          <div className="muted small">
            <Trans>
              Merge: {whoText(branch.merge_access_levels)} · Push: {whoText(branch.push_access_levels)}
            </Trans>
            {branch.allow_force_push && ` · ${t`Force pushes allowed`}`}
            {branch.code_owner_approval_required && ` · ${t`Code owners must approve`}`}
          </div>
        </>
      )}
    </ManagedList>
  );
}

interface EditProtectionProps {
  branch: ListedBranch;
  projectId: number;
  queryKey: readonly unknown[];
}

/** Changes the roles, users, groups and settings of a protection. */
function EditProtection({ branch, projectId, queryKey }: EditProtectionProps) {
  const { name, merge_access_levels: mergeEntries, push_access_levels: pushEntries } = branch;
  const [mergeOptions, pushOptions] = [namedOptions(mergeEntries), namedOptions(pushEntries)];
  const editFields = {
    merge_access_level: levelFields.merge_access_level,
    merge_entries: checks(t`Users and groups that may merge`, mergeOptions),
    mergers: names(t`Further users and groups that may merge`, { hint: subjectsHint }),
    push_access_level: levelFields.push_access_level,
    push_entries: checks(t`Users and groups that may push`, pushOptions),
    pushers: names(t`Further users and groups that may push`, { hint: subjectsHint }),
    allow_force_push: levelFields.allow_force_push,
    code_owner_approval_required: levelFields.code_owner_approval_required,
  };
  return (
    <FieldsForm
      fields={editFields}
      stored={{
        merge_access_level: roleOf(mergeEntries),
        merge_entries: mergeOptions.map(({ value }) => value),
        push_access_level: roleOf(pushEntries),
        push_entries: pushOptions.map(({ value }) => value),
        allow_force_push: branch.allow_force_push,
        code_owner_approval_required: branch.code_owner_approval_required ?? null,
      }}
      button={t`Save protection`}
      done={t`The protection was saved.`}
      keys={[queryKey, branchKeys.ofProject(projectId)]}
      submit={async (_values, changed) => {
        const [merging, pushing] = await Promise.all([
          findSubjects(changed.mergers ?? '', 'mergers'),
          findSubjects(changed.pushers ?? '', 'pushers'),
        ]);
        const { merge_access_level: mergeLevel, push_access_level: pushLevel } = changed;
        await updateProtectedBranch(projectId, name, {
          allowed_to_merge: entryChanges(mergeEntries, {
            level: mergeLevel && levelOf(mergeLevel),
            kept: changed.merge_entries,
            added: merging,
          }),
          allowed_to_push: entryChanges(pushEntries, {
            level: pushLevel && levelOf(pushLevel),
            kept: changed.push_entries,
            added: pushing,
          }),
          ...(changed.allow_force_push !== undefined && { allow_force_push: changed.allow_force_push }),
          ...(changed.code_owner_approval_required !== undefined && {
            code_owner_approval_required: changed.code_owner_approval_required,
          }),
        });
      }}
    />
  );
}
