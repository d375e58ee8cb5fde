import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '#api/client';
import { BadgePicture } from '#components/badge-picture';

/** The badges of a project and of its groups. */
export function ProjectBadges({ projectId }: { projectId: number }) {
  const params = { path: { id: String(projectId) }, query: { per_page: 100 } };
  const { data: badges = [] } = useQuery({
    queryKey: ['badges', 'project', String(projectId), 'shown'],
    queryFn: () => unwrap(api.GET('/api/v4/projects/{id}/badges', { params })),
    staleTime: 60_000,
  });
  if (badges.length === 0) return null;
  return (
    <ul className="row row-wrap" aria-label="Badges">
      {badges.map((badge) => (
        <li key={badge.id}>
          <BadgePicture badge={badge} />
        </li>
      ))}
    </ul>
  );
}
