# Users, keys and settings through the Perl client. Prints the results as JSON.
use strict;
use warnings;
use GitLab::API::v4;
use JSON::PP;

my ($url, $token, $name, $key) = @ARGV;
my $api = GitLab::API::v4->new(url => "$url/api/v4", private_token => $token);
my %seen;

# This client returns nothing of what it creates.
$api->create_user({
    email => "$name\@example.com", username => $name, name => 'Perl',
    password => 'a-long-password-1', skip_confirmation => 1,
});
my ($user) = @{ $api->users({ username => $name }) };
my $id = $user->{id};
$seen{user} = [$user->{username}, $user->{email}, $user->{state}];
$api->edit_user($id, { bio => 'CPAN', projects_limit => '3' });
my $edited = $api->user($id);
$seen{edited} = { bio => $edited->{bio}, projects_limit => $edited->{projects_limit} };
$seen{found} = [map { $_->{username} } @{ $api->users({ search => $name }) }];
$api->block_user($id);
my $blocked = $api->user($id)->{state};
$api->unblock_user($id);
$seen{states} = [$blocked, $api->user($id)->{state}];

$api->create_user_email($id, { email => "second-$name\@example.com", skip_confirmation => 1 });
$seen{emails} = [map { $_->{email} } @{ $api->user_emails($id) }];
$api->create_user_ssh_key($id, { title => 'laptop', key => $key });
my ($made) = @{ $api->user_ssh_keys($id) };
$seen{keys} = [$made->{title}];
$api->delete_user_ssh_key($id, $made->{id});
$seen{keys_left} = scalar @{ $api->user_ssh_keys($id) };
eval { $api->create_user_ssh_key($id, { title => 'broken', key => 'no key' }) };
$seen{refused} = $@ =~ /400/ ? JSON::PP::true : JSON::PP::false;

my $token_made = $api->create_user_impersonation_token($id, { name => 'perl', scopes => ['api'] });
my $own = GitLab::API::v4->new(url => "$url/api/v4", private_token => $token_made->{token});
$seen{me} = $own->current_user()->{username};

my $settings = $api->settings();
$seen{settings} = [$settings->{default_projects_limit} + 0, $settings->{polling_interval_multiplier}, ref $settings->{import_sources}];
my $changed = $api->update_settings({ help_page_text => 'Ask Ada', signup_enabled => 'false' });
$seen{changed} = [$changed->{help_page_text}, $changed->{signup_enabled} ? 1 : 0];
$api->update_settings({ help_page_text => '', signup_enabled => 'true' });

$api->delete_user($id);
$seen{deleted} = defined $api->user($id) ? JSON::PP::false : JSON::PP::true;
print JSON::PP->new->canonical->encode(\%seen), "\n";
