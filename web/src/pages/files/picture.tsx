/** A picture of the repository, loaded with the rights of the visitor. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { pictureTypeOf } from '#components/html';
import { Loaded } from '#components/states';
import { fileKeys, fetchBlob, type FileAddress } from '#data/files';
import { useProject } from '#data/project-context';

/** Shows the picture. */
export function Picture({ address }: { address: FileAddress }) {
  const { id } = useProject();
  const query = useQuery({
    queryKey: fileKeys.content(id, address.ref, address.path),
    queryFn: () => fetchBlob(id, address),
    staleTime: Infinity,
  });
  return <Loaded query={query}>{(blob) => <Shown blob={blob} path={address.path} />}</Loaded>;
}

function Shown({ blob, path }: { blob: Blob; path: string }) {
  const url = useMemo(
    () => URL.createObjectURL(new Blob([blob], { type: pictureTypeOf(path) ?? blob.type })),
    [blob, path],
  );
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt={path.split('/').at(-1) ?? ''} />;
}
