import accounts.notifications.models
import accounts.users.models
import accounts.users.names
import django.db.models.deletion
import django.utils.timezone
import pyramido_site.infrastructure.public_ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('display_name', models.CharField(help_text='The name other players see. It can be used to sign in.', max_length=30, unique=True, validators=[accounts.users.names.validate_display_name], verbose_name='name')),
                ('name_key', models.CharField(editable=False, max_length=120, unique=True)),
                ('skeleton', models.CharField(editable=False, max_length=480, null=True)),
                ('skeleton_small', models.CharField(editable=False, max_length=480, null=True)),
                ('look_alike', models.BooleanField(db_default=False, default=False, editable=False)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('is_guest', models.BooleanField(default=False, help_text='Plays without an account; becomes an account by signing up.', verbose_name='guest')),
                ('is_bot', models.BooleanField(default=False, help_text='This account is a bot: a program plays on it. This cannot be undone.', verbose_name='bot')),
                ('is_staff', models.BooleanField(default=False, help_text='Can open the administration pages.', verbose_name='staff')),
                ('is_active', models.BooleanField(default=True, help_text='An inactive account cannot sign in.', verbose_name='active')),
                ('deleted_ms', models.BigIntegerField(editable=False, null=True)),
                ('terms_version', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('terms_ms', models.BigIntegerField(editable=False, null=True)),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'constraints': [models.UniqueConstraint(condition=models.Q(('look_alike', False)), fields=('skeleton',), name='accounts_user_skeleton_once'), models.UniqueConstraint(condition=models.Q(('look_alike', False)), fields=('skeleton_small',), name='accounts_user_skeleton_small_once')],
            },
            managers=[
                ('objects', accounts.users.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='AddressDigest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(db_index=True, max_length=32)),
                ('at_ms', models.BigIntegerField(db_index=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                ('blocker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'constraints': [models.UniqueConstraint(fields=('blocker', 'blocked'), name='accounts_block_once'), models.CheckConstraint(condition=models.Q(('blocker', models.F('blocked')), _negated=True), name='accounts_block_other')],
            },
        ),
        migrations.CreateModel(
            name='Fingerprint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('network', 'network'), ('device', 'device')], max_length=7)),
                ('digest', models.BinaryField(max_length=32)),
                ('first_ms', models.BigIntegerField()),
                ('last_ms', models.BigIntegerField(db_index=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['kind', 'digest'], name='accounts_fingerprint_shared')],
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'digest'), name='accounts_fingerprint_once')],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=24)),
                ('subject', models.CharField(blank=True, default='', max_length=16)),
                ('key', models.CharField(max_length=120)),
                ('data', models.JSONField(default=dict)),
                ('seq', models.IntegerField(null=True)),
                ('bell', models.BooleanField(default=True)),
                ('created_ms', models.BigIntegerField()),
                ('read_ms', models.BigIntegerField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('read_ms__isnull', True)), fields=['user', 'subject'], name='accounts_unread'), models.Index(fields=['user', '-id'], name='accounts_newest'), models.Index(condition=models.Q(('bell', True), ('kind__in', ('your_turn', 'time_running_out'))), fields=['user', 'subject'], name='accounts_turn')],
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='accounts_told_once')],
            },
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('user_agent', models.CharField(blank=True, default='', max_length=300)),
                ('created_ms', models.BigIntegerField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='RestingName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(db_index=True, max_length=32)),
                ('at_ms', models.BigIntegerField(db_index=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('kind', models.CharField(choices=[('warning', 'warned'), ('mute', 'muted'), ('unrated', 'barred from rated games'), ('suspension', 'suspended'), ('ban', 'banned')], max_length=10, verbose_name='kind')),
                ('reason', models.CharField(help_text='Shown to the player.', max_length=1000, verbose_name='reason')),
                ('at_ms', models.BigIntegerField()),
                ('until_ms', models.BigIntegerField(null=True)),
                ('lifted_ms', models.BigIntegerField(null=True)),
                ('acknowledged_ms', models.BigIntegerField(null=True)),
                ('provisional', models.BooleanField(db_default=False, default=False, verbose_name='provisional')),
                ('stops_clocks', models.BooleanField(db_default=False, default=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'sanction',
                'verbose_name_plural': 'sanctions',
                'indexes': [models.Index(fields=['user', '-at_ms'], name='accounts_sanction_user'), models.Index(condition=models.Q(('lifted_ms', None)), fields=['until_ms'], name='accounts_sanction_until'), models.Index(condition=models.Q(('stops_clocks', True)), fields=['user'], name='accounts_sanction_clocks')],
                'constraints': [models.CheckConstraint(condition=models.Q(('until_ms', None), ('until_ms__gt', models.F('at_ms')), _connector='OR'), name='accounts_sanction_lasts')],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list, verbose_name='rights')),
                ('created_ms', models.BigIntegerField()),
                ('expires_ms', models.BigIntegerField(null=True)),
                ('last_used_ms', models.BigIntegerField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'token',
                'verbose_name_plural': 'tokens',
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500)),
                ('secret', models.CharField(max_length=64)),
                ('created_ms', models.BigIntegerField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'url'), name='accounts_webhook_once')],
            },
        ),
        migrations.CreateModel(
            name='Outbox',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('email', 'email'), ('push', 'push'), ('webhook', 'webhook'), ('letter', 'letter')], max_length=8)),
                ('digest', models.BooleanField(default=False)),
                ('to', models.EmailField(blank=True, default='', max_length=254)),
                ('title', models.CharField(blank=True, default='', max_length=200)),
                ('text', models.TextField(blank=True, default='')),
                ('message_id', models.CharField(default=accounts.notifications.models.new_message_id, max_length=32, unique=True)),
                ('state', models.CharField(default='waiting', max_length=8)),
                ('owner', models.CharField(blank=True, db_default='', max_length=100)),
                ('due_ms', models.BigIntegerField()),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('doubts', models.PositiveIntegerField(default=0)),
                ('created_ms', models.BigIntegerField()),
                ('done_ms', models.BigIntegerField(null=True)),
                ('problem', models.CharField(blank=True, default='', max_length=200)),
                ('notifications', models.ManyToManyField(related_name='messages', to='accounts.notification')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='outbox', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='accounts.pushdevice')),
                ('webhook', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='accounts.webhook')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'indexes': [models.Index(condition=models.Q(('state__in', ('waiting', 'sending'))), fields=['channel', 'due_ms'], name='accounts_due'), models.Index(condition=models.Q(('state__in', ('waiting', 'sending'))), fields=['user', 'channel'], name='accounts_undone')],
            },
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('language', models.CharField(blank=True, default='', max_length=10)),
                ('zone', models.CharField(default='UTC', max_length=64)),
                ('night_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('night_to', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('digest_minute', models.PositiveSmallIntegerField(default=480)),
                ('challenges', models.CharField(choices=[('everybody', 'everyone'), ('played', 'people I have played with'), ('nobody', 'no one')], default='everybody', max_length=10)),
                ('matrix', models.JSONField(blank=True, default=dict)),
                ('named', models.BooleanField(default=False)),
                ('confirm_moves', models.CharField(choices=[('never', 'never'), ('days', 'except in live games'), ('always', 'always')], default='never', max_length=10)),
                ('sounds', models.BooleanField(default=True)),
                ('volume', models.PositiveSmallIntegerField(default=50)),
                ('vibration', models.BooleanField(default=True)),
            ],
            options={
                'verbose_name_plural': 'preferences',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('night_from__isnull', True), ('night_to__isnull', True)), models.Q(('night_from__lt', 1440), ('night_to__lt', 1440)), _connector='OR'), name='accounts_night_is_whole'), models.CheckConstraint(condition=models.Q(('digest_minute__lt', 1440)), name='accounts_digest_in_the_day'), models.CheckConstraint(condition=models.Q(('volume__lte', 100)), name='accounts_volume_in_range')],
            },
        ),
    ]
