import { searchProjectBlobs } from './operations/search-project-blobs';
import { searchProjectCommits } from './operations/search-project-commits';
import { searchProjectWikiBlobs } from './operations/search-project-wiki-blobs';

export const codeSearchOperations = [searchProjectBlobs, searchProjectCommits, searchProjectWikiBlobs];
