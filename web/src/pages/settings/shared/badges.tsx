/** The badges of a project or group. */
import { BadgePicture } from '#components/badge-picture';
import { line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { badgeKeys, createBadge, deleteBadge, listBadges, updateBadge } from '#data/badges';
import type { Owner } from '#data/owner';

const placeholders = '%{project_path}, %{project_id}, %{default_branch} and %{commit_sha} are replaced.';

const fields = {
  name: line('Name'),
  link_url: line('Address that the badge links to', { isRequired: true, hint: placeholders }),
  image_url: line('Address of the picture', { isRequired: true, hint: placeholders }),
};

/** Shows the badges with a form for each. Those of a parent group are changed there. */
export function Badges({ owner }: { owner: Owner }) {
  const queryKey = badgeKeys.of(owner);
  return (
    <ManagedList
      title="Badges"
      description={
        owner.kind === 'group'
          ? 'Small pictures with a link on the pages of all projects of the group.'
          : 'Small pictures with a link on the page of the project.'
      }
      queryKey={queryKey}
      load={(page) => listBadges(owner, { page })}
      keyOf={({ id }) => id}
      nameOf={({ name, id }) => name ?? `badge ${id}`}
      empty="There are no badges."
      edit={(badge) =>
        badge.kind === owner.kind ? (
          <FieldsForm
            fields={fields}
            stored={badge}
            button="Save badge"
            done="The badge was saved."
            keys={[queryKey]}
            submit={(_values, body) => updateBadge(owner, badge.id, body)}
          />
        ) : undefined
      }
      isRemovable={({ kind }) => kind === owner.kind}
      remove={(badge) => deleteBadge(owner, badge.id)}
      add={{
        title: 'Add a badge',
        form: (
          <FieldsForm
            fields={fields}
            button="Add badge"
            done="The badge was added."
            keys={[queryKey]}
            submit={(body) => createBadge(owner, body)}
          />
        ),
      }}
    >
      {(badge) => (
        <div className="stack-small">
          <div className="row row-wrap">
            <BadgePicture badge={badge} />
            <strong>{badge.name}</strong>
            {badge.kind !== owner.kind && <span className="badge">of a group</span>}
          </div>
          <div className="muted small settings-secret">{badge.link_url}</div>
        </div>
      )}
    </ManagedList>
  );
}
