import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { BadgePicture } from '#components/badge-picture';
import { badgeKeys, listProjectBadges } from '#data/badges';

/** The badges of a project and of its groups. */
export function ProjectBadges({ projectId }: { projectId: number }) {
  const { data: badges = [] } = useQuery({
    queryKey: badgeKeys.shown(String(projectId)),
    queryFn: () => listProjectBadges(projectId, { per_page: 100 }),
    staleTime: 60_000,
  });
  if (badges.length === 0) return null;
  return (
    <ul className="row row-wrap" aria-label={t`Badges`}>
      {badges.map((badge) => (
        <li key={badge.id}>
          <BadgePicture badge={badge} />
        </li>
      ))}
    </ul>
  );
}
