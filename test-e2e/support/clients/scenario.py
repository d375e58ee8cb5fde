"""Exercises the Python client as a library. Arguments: URL, token type, token, name of the new project."""

import json
import sys

import gitlab

url, carrier, token, name = sys.argv[1:]
client = gitlab.Gitlab(url, **{carrier: token})
client.auth()
results = {}


def status_of(work):
    """Returns the status code with which the API rejects the call, or None."""
    try:
        work()
    except gitlab.exceptions.GitlabError as error:
        return error.response_code
    return None


project = client.projects.create({"name": name, "default_branch": "main"})
files = ["README.md", "a.txt", "b.txt"]
project.commits.create(
    {
        "branch": "main",
        "commit_message": "Begin",
        "actions": [{"action": "create", "file_path": file, "content": f"The text of {file}\n"} for file in files],
    }
)
commit = project.commits.create(
    {
        "branch": "main",
        "commit_message": "Do several things",
        "actions": [
            {"action": "create", "file_path": "src/one.py", "content": "print(1)"},
            {"action": "create", "file_path": "two.bin", "content": "AAEC", "encoding": "base64"},
            {"action": "update", "file_path": "README.md", "content": "Hello"},
            {"action": "move", "file_path": "docs/a.txt", "previous_path": "a.txt"},
            {"action": "delete", "file_path": "b.txt"},
        ],
    }
)
diff = commit.diff(get_all=True)
results["diff"] = sorted([file["new_path"], file["deleted_file"], file["renamed_file"]] for file in diff)
results["raw"] = project.files.raw("src/one.py", ref="main").decode()
results["commits"] = len(project.commits.list(get_all=True))

project.branches.create({"branch": "feature/one", "ref": "main"})
results["branches"] = [branch.name for branch in project.branches.list(iterator=True)]
tag = project.tags.create({"tag_name": "v1.0", "ref": "main", "message": "First"})
results["tag"] = [tag.name, tag.message]
project.protectedbranches.create({"name": "release/*", "push_access_level": gitlab.const.AccessLevel.MAINTAINER})
results["protected"] = [branch.name for branch in project.protectedbranches.list(iterator=True)]

rules = project.pushrules.create({"commit_message_regex": "^[A-Z]"})
try:
    project.files.create({"file_path": "c", "branch": "main", "content": "c", "commit_message": "lower"})
except gitlab.exceptions.GitlabCreateError as error:
    results["refusal"] = [error.response_code, error.error_message]
rules.max_file_size = 3
rules.save()
size = project.pushrules.get().max_file_size
rules.delete()
late = project.files.create({"file_path": "c", "branch": "main", "content": "c", "commit_message": "lower"})
results["rules"] = [size, late.file_path]

variable = project.variables.create({"key": "KEY", "value": "one"})
variable.value = "two"
variable.save()
results["variables"] = [[variable.key, variable.value] for variable in project.variables.list(iterator=True)]

project.hooks.create({"url": "https://hooks.example.com/in", "push_events": True, "token": "a-secret"})
results["hooks"] = [[hook.url, hook.push_events] for hook in project.hooks.list(iterator=True)]

snippet = project.snippets.create(
    {"title": "A script", "file_name": "a.py", "content": "print(2)", "visibility": "private"}
)
results["snippet"] = snippet.content().decode()

project.archive()
archived = client.projects.get(project.id).archived
refused = status_of(lambda: project.branches.create({"branch": "late", "ref": "main"}))
project.unarchive()
results["archived"] = [archived, refused, client.projects.get(project.id).archived]

group = client.groups.create({"name": f"{name}-group", "path": f"{name}-group"})
made = project.forks.create({"namespace": group.id})
fork = client.projects.get(made.id)
fork.files.create({"file_path": "forked.txt", "branch": "main", "content": "f", "commit_message": "Fork"})
results["fork"] = [
    fork.path_with_namespace == f"{group.full_path}/{project.path}",
    fork.forked_from_project["id"] == project.id,
    len(project.forks.list(iterator=True)),
    client.projects.get(project.id).forks_count,
    len(fork.commits.list(get_all=True)) - len(project.commits.list(get_all=True)),
]
project.star()
results["stars"] = client.projects.get(project.id).star_count
project.share(group.id, gitlab.const.AccessLevel.REPORTER)
shares = client.projects.get(project.id).shared_with_groups
results["shared"] = [[share["group_id"] == group.id, share["group_access_level"]] for share in shares]
moved = client.groups.create({"name": f"{name}-moved", "path": f"{name}-moved"})
fork.transfer(moved.full_path)
results["moved"] = client.projects.get(fork.id).path_with_namespace == f"{moved.full_path}/{fork.path}"
moved.delete()
group.delete()

for number in range(3):
    project.branches.create({"branch": f"page-{number}", "ref": "main"})
page = project.branches.list(per_page=2, iterator=True)
results["pages"] = [[page.total_pages, page.per_page, page.next_page], len(list(page))]

project.delete()
results["deleted"] = status_of(lambda: client.projects.get(project.id))
print(json.dumps(results))
