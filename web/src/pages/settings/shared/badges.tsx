/** The badges of a project or group. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BadgePicture } from '#components/badge-picture';
import { line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { badgeKeys, createBadge, deleteBadge, listBadges, updateBadge } from '#data/badges';
import type { Owner } from '#data/owner';
import styles from '#components/settings/settings.module.css';

const BADGE_NAMES = '%{project_path}, %{project_id}, %{default_branch}, %{commit_sha}';
const placeholders = t`These are replaced: ${BADGE_NAMES}.`;

const fields = {
  name: line(t`Name`),
  link_url: line(t`Address that the badge links to`, { isRequired: true, hint: placeholders }),
  image_url: line(t`Address of the picture`, { isRequired: true, hint: placeholders }),
};

/** Shows the badges with a form for each. Those of a parent group are changed there. */
export function Badges({ owner }: { owner: Owner }) {
  const queryKey = badgeKeys.of(owner);
  return (
    <ManagedList
      title={t`Badges`}
      description={
        owner.kind === 'group'
          ? t`Small pictures with a link on the pages of all projects of the group.`
          : t`Small pictures with a link on the page of the project.`
      }
      queryKey={queryKey}
      load={(page) => listBadges(owner, { page })}
      keyOf={({ id }) => id}
      nameOf={({ name, id }) => name ?? t`badge ${id}`}
      empty={t`There are no badges.`}
      edit={(badge) =>
        badge.kind === owner.kind ? (
          <FieldsForm
            fields={fields}
            stored={badge}
            button={t`Save badge`}
            done={t`The badge was saved.`}
            keys={[queryKey]}
            submit={(_values, body) => updateBadge(owner, badge.id, body)}
          />
        ) : undefined
      }
      isRemovable={({ kind }) => kind === owner.kind}
      remove={(badge) => deleteBadge(owner, badge.id)}
      add={{
        title: t`Add a badge`,
        form: (
          <FieldsForm
            fields={fields}
            button={t`Add badge`}
            done={t`The badge was added.`}
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
            {badge.kind !== owner.kind && (
              <span className="badge">
                <Trans>of a group</Trans>
              </span>
            )}
          </div>
          <div className={`muted small ${styles.settingsSecret}`}>{badge.link_url}</div>
        </div>
      )}
    </ManagedList>
  );
}
