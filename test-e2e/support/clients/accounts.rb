# Users, keys and settings through the Ruby client. Prints the results as JSON.
require 'gitlab'
require 'json'

url, token, name, key = ARGV
client = Gitlab.client(endpoint: "#{url}/api/v4", private_token: token)
seen = {}

user = client.create_user("#{name}@example.com", 'a-long-password-1', name, name: 'Ruby', skip_confirmation: true)
seen[:user] = [user.username, user.email, user.state]
seen[:edited] = client.edit_user(user.id, bio: 'Gems', projects_limit: 3).to_hash.slice('bio', 'projects_limit')
seen[:found] = client.users(search: name, per_page: 1).map(&:username)
seen[:states] = [client.block_user(user.id), client.user(user.id).state, client.unblock_user(user.id), client.user(user.id).state]

client.add_email("second-#{name}@example.com", user.id, true)
seen[:emails] = client.emails(user.id).map(&:email)
made = client.create_ssh_key('laptop', key, user_id: user.id)
seen[:keys] = client.ssh_keys(user_id: user.id).map(&:title)
client.delete_ssh_key(made.id, user_id: user.id)
seen[:keys_left] = client.ssh_keys(user_id: user.id).length
seen[:refused] = begin
  client.create_ssh_key('broken', 'no key', user_id: user.id)
rescue Gitlab::Error::BadRequest => error
  error.response_message.to_hash.keys
end

settings = client.application_settings
seen[:settings] = [settings.default_projects_limit, settings.polling_interval_multiplier, settings.import_sources.class.name]
seen[:changed] = client.edit_application_settings(help_page_text: 'Ask Ada', gravatar_enabled: false).to_hash.slice('help_page_text', 'avatarsvc_enabled')
client.edit_application_settings(help_page_text: '', gravatar_enabled: true)

seen[:me] = client.user.username
client.delete_user(user.id)
seen[:deleted] = begin
  client.user(user.id)
rescue Gitlab::Error::NotFound
  true
end
puts JSON.generate(seen)
