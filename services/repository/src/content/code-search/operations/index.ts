import { searchProjectBlobs } from './search-project-blobs';
import { searchProjectCommits } from './search-project-commits';
import { searchProjectWikiBlobs } from './search-project-wiki-blobs';

export const codeSearchOperations = [searchProjectBlobs, searchProjectCommits, searchProjectWikiBlobs];
