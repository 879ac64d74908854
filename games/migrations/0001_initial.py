import django.db.models.deletion
import django.utils.timezone
import pyramido_site.infrastructure.public_ids
from django.conf import settings
from django.db import migrations, models

from games.moderation.log_guard import DECISIONS
from games.record.log_guard import LOG, CreatePartitionedModel
from pyramido_site.infrastructure.append_only import AppendOnly

PERMISSIONS = {
    "moderate": "May work at the moderators' desk",
    "moderate_senior": "May suspend, ban, rename and annul, and undo others' decisions",
    "give_roles": "May make moderators",
}
GROUPS = {"Moderators": 1, "Senior moderators": 2, "Administrators": 3}
"""How many of the permissions each group has."""


def make_groups(apps, schema_editor):
    """Django makes permissions after all migrations, which would be too late for the groups that have them."""
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    content_types = apps.get_model("contenttypes", "ContentType").objects
    content_type, _ = content_types.get_or_create(app_label="games", model="report")
    made = [
        Permission.objects.get_or_create(codename=codename, content_type=content_type, defaults={"name": name})[0]
        for codename, name in PERMISSIONS.items()
    ]
    for name, count in GROUPS.items():
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.add(*made[:count])


def leave_out_pattern_indexes(apps, schema_editor):
    """Public ids and links are looked up whole: PostgreSQL needs no second index of them for patterns, into which
    every move would write.
    """
    schema_editor.deferred_sql = [
        statement
        for statement in schema_editor.deferred_sql
        if not (statement.references_table("games_game") and "varchar_pattern_ops" in str(statement))
    ]



class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BotHook',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='bot_hook', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('url', models.CharField(max_length=500)),
                ('secret', models.CharField(max_length=64)),
                ('created_ms', models.BigIntegerField()),
                ('answered_ms', models.BigIntegerField(null=True)),
                ('problem', models.CharField(blank=True, default='', max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='BotPolicy',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='bot_policy', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('accepts', models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('name', models.CharField(max_length=16, primary_key=True, serialize=False)),
                ('at_ms', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('game_key', models.CharField(max_length=32, verbose_name='game')),
                ('rules_version', models.PositiveSmallIntegerField(verbose_name='rules version')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('commitment', models.CharField(max_length=64, verbose_name='commitment')),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='opened')),
                ('substitute', models.CharField(blank=True, default='', max_length=32, verbose_name='substitute for players who leave')),
                ('terms', models.JSONField(default=dict, verbose_name='terms')),
                ('rated', models.BooleanField(default=False, verbose_name='rated')),
                ('unrated_by_limit', models.BooleanField(default=False, verbose_name='unrated: its players met too often')),
                ('listed', models.BooleanField(default=True, verbose_name='shown among the open tables')),
                ('private', models.BooleanField(default=False, verbose_name='found only by its players')),
                ('watch_delay', models.PositiveSmallIntegerField(default=0, verbose_name='watchers’ delay, in moves')),
                ('link', models.CharField(editable=False, max_length=32, null=True, unique=True)),
                ('expires_ms', models.BigIntegerField(null=True, verbose_name='closes unless started by')),
                ('status', models.CharField(choices=[('open', 'waiting for players'), ('running', 'running'), ('finished', 'finished'), ('aborted', 'closed without a result')], default='open', max_length=8, verbose_name='status')),
                ('seq', models.IntegerField(null=True, verbose_name='last event')),
                ('head_hash', models.BinaryField(max_length=32, null=True, verbose_name='hash of the last event')),
                ('to_move', models.PositiveIntegerField(default=0, verbose_name='seats to move, as bits')),
                ('automatic_due', models.BooleanField(default=False, verbose_name='the computer or the Legend is to move')),
                ('take_back_seat', models.PositiveSmallIntegerField(null=True, verbose_name='seat that may take back')),
                ('outcome', models.JSONField(null=True, verbose_name='outcome')),
                ('best_score', models.IntegerField(null=True, verbose_name='best score')),
                ('started_ms', models.BigIntegerField(null=True, verbose_name='started')),
                ('last_event_ms', models.BigIntegerField(null=True, verbose_name='last event at')),
                ('finished_ms', models.BigIntegerField(null=True, verbose_name='finished')),
                ('lasted_ms', models.GeneratedField(db_persist=True, expression=models.F('finished_ms') - models.F('started_ms'), output_field=models.BigIntegerField(null=True))),
                ('deadline_ms', models.BigIntegerField(null=True, verbose_name='next deadline')),
                ('table_state', models.JSONField(null=True, verbose_name='table state')),
                ('told_seq', models.IntegerField(default=-1, verbose_name='players notified up to event')),
                ('warned_ms', models.BigIntegerField(null=True, verbose_name='warned of deadline')),
                ('conditional_seats', models.PositiveIntegerField(default=0, verbose_name='seats with conditional moves that wait, as bits')),
                ('host', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.game')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'indexes': [models.Index(fields=['status', '-opened_at', '-id'], name='games_game_listed'), models.Index(fields=['-opened_at', '-id'], name='games_game_newest'), models.Index(condition=models.Q(('automatic_due', True)), fields=['last_event_ms'], name='games_game_automatic'), models.Index(condition=models.Q(('conditional_seats__gt', 0)), fields=['last_event_ms'], name='games_game_conditional'), models.Index(condition=models.Q(('status', 'finished')), fields=['game_key', '-finished_ms'], name='games_game_finished'), models.Index(condition=models.Q(('status', 'finished')), fields=['-finished_ms', '-id', 'game_key', 'seq', 'lasted_ms', 'best_score'], name='games_game_searched'), models.Index(condition=models.Q(('deadline_ms__isnull', False)), fields=['deadline_ms'], name='games_game_deadline'), models.Index(condition=models.Q(('told_seq__lt', models.F('seq'))), fields=['last_event_ms'], name='games_game_untold'), models.Index(condition=models.Q(('status', 'open')), fields=['expires_ms'], name='games_game_expires'), models.Index(condition=models.Q(('started_ms__isnull', False)), fields=['game_key', 'started_ms'], name='games_game_begun')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'aborted'), _negated=True), fields=('rematch_of',), name='games_game_one_rematch'), models.CheckConstraint(condition=models.Q(models.Q(('seq__isnull', True), ('status', 'open')), ('status', 'aborted'), models.Q(('seq__isnull', False), ('status__in', ('running', 'finished'))), _connector='OR'), name='games_game_log_matches_status')],
            },
        ),
        migrations.CreateModel(
            name='MonthlyExport',
            fields=[
                ('month', models.CharField(max_length=7, primary_key=True, serialize=False)),
                ('games', models.IntegerField()),
                ('bytes', models.BigIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('made_ms', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_ms', models.BigIntegerField()),
                ('to_ms', models.BigIntegerField(db_index=True)),
            ],
            options={
                'verbose_name': 'outage',
                'verbose_name_plural': 'outages',
            },
        ),
        migrations.CreateModel(
            name='PairingPool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('fingerprint', models.CharField(editable=False, max_length=64, unique=True)),
                ('game_key', models.CharField(max_length=32, verbose_name='game')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('terms', models.JSONField(default=dict, verbose_name='terms')),
                ('live', models.BooleanField(default=False, verbose_name='live')),
                ('prepared', models.PositiveIntegerField(default=0, editable=False, verbose_name='prepared secrets')),
                ('taken', models.PositiveIntegerField(default=0, editable=False, verbose_name='used secrets')),
            ],
            options={
                'verbose_name': 'pairing pool',
                'verbose_name_plural': 'pairing pools',
            },
        ),
        migrations.CreateModel(
            name='Purge',
            fields=[
                ('game_id', models.BigIntegerField(primary_key=True, serialize=False)),
                ('public_id', models.CharField(max_length=16)),
                ('reason', models.CharField(max_length=200)),
                ('events', models.IntegerField()),
                ('head_hash', models.BinaryField(max_length=32, null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name': 'removed game',
                'verbose_name_plural': 'removed games',
            },
        ),
        migrations.CreateModel(
            name='GameSecret',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret_part', serialize=False, to='games.game')),
                ('secret', models.BinaryField(max_length=32)),
                ('nonces', models.JSONField(default=dict, editable=False)),
            ],
            options={
                'verbose_name': 'secret',
                'verbose_name_plural': 'secrets',
            },
        ),
        migrations.AddField(
            model_name='game',
            name='pool',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.pairingpool'),
        ),
        migrations.CreateModel(
            name='PoolSecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('secret', models.BinaryField(max_length=32)),
                ('commitment', models.CharField(max_length=64, verbose_name='commitment')),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='pool_secret', to='games.game')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='secrets', to='games.pairingpool')),
            ],
            options={
                'verbose_name': 'prepared secret',
                'verbose_name_plural': 'prepared secrets',
                'constraints': [models.UniqueConstraint(fields=('pool', 'number'), name='games_pool_secret_number')],
            },
        ),
        migrations.CreateModel(
            name='PrivateNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=5000, verbose_name='text')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'private note',
                'verbose_name_plural': 'private notes',
                'constraints': [models.UniqueConstraint(fields=('game', 'user'), name='games_note_once')],
            },
        ),
        migrations.CreateModel(
            name='Removal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='removals', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'removal from a table',
                'verbose_name_plural': 'removals from tables',
                'constraints': [models.UniqueConstraint(fields=('game', 'user'), name='games_removed_once')],
            },
        ),
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('game_key', models.CharField(max_length=32, verbose_name='game')),
                ('rules_version', models.PositiveSmallIntegerField(verbose_name='rules version')),
                ('title', models.CharField(max_length=100, verbose_name='title')),
                ('comment', models.CharField(blank=True, default='', max_length=400, verbose_name='comment')),
                ('view', models.JSONField(editable=False)),
                ('seed', models.CharField(editable=False, max_length=64)),
                ('whole_game', models.BooleanField(default=False, editable=False)),
                ('facts', models.JSONField(editable=False)),
                ('source_seq', models.IntegerField(editable=False, null=True)),
                ('opponent', models.CharField(blank=True, default='', max_length=32, verbose_name='opponent')),
                ('asked', models.PositiveIntegerField(editable=False, null=True)),
                ('asked_ms', models.BigIntegerField(editable=False, null=True)),
                ('link', models.CharField(editable=False, max_length=32, null=True, unique=True)),
                ('hidden', models.BooleanField(default=False, help_text='Others can no longer read it.', verbose_name='hidden')),
                ('last_number', models.PositiveIntegerField(default=0, editable=False)),
                ('made_ms', models.BigIntegerField(verbose_name='made')),
                ('changed_ms', models.BigIntegerField(verbose_name='changed')),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('source', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
            ],
            options={
                'verbose_name': 'study',
                'verbose_name_plural': 'studies',
                'indexes': [models.Index(fields=['owner', '-id'], name='games_study_owner'), models.Index(condition=models.Q(('asked_ms__isnull', False)), fields=['asked_ms'], name='games_study_asked')],
            },
        ),
        migrations.CreateModel(
            name='StudyMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('parent', models.PositiveIntegerField(verbose_name='follows')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('action', models.JSONField(verbose_name='action')),
                ('place', models.IntegerField(default=0, editable=False)),
                ('comment', models.CharField(blank=True, default='', max_length=400, verbose_name='comment')),
                ('glyph', models.CharField(blank=True, choices=[('!', '!'), ('?', '?'), ('!!', '!!'), ('??', '??'), ('!?', '!?'), ('?!', '?!')], default='', max_length=2, verbose_name='mark')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('study', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.study')),
            ],
            options={
                'verbose_name': 'move of a study',
                'verbose_name_plural': 'moves of studies',
                'constraints': [models.UniqueConstraint(fields=('study', 'number'), name='games_studymove_number')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('kind', models.CharField(choices=[('stalling', 'stalling'), ('leaving', 'leaving games'), ('collusion', 'collusion'), ('automated', 'a program plays on a person’s account'), ('multiple', 'several accounts of one person'), ('harassment', 'insults, harassment or threats'), ('name', 'an inappropriate name'), ('other', 'something else')], max_length=10, verbose_name='kind')),
                ('about', models.CharField(choices=[('game', 'a game'), ('line', 'a chat message'), ('profile', 'a player'), ('study', 'a study')], max_length=7, verbose_name='about')),
                ('game', models.CharField(blank=True, default='', max_length=16, verbose_name='game')),
                ('line', models.CharField(blank=True, default='', max_length=16, verbose_name='chat message')),
                ('study', models.CharField(blank=True, default='', max_length=16, verbose_name='study')),
                ('text', models.CharField(blank=True, default='', max_length=1000, verbose_name='what the reporter says')),
                ('evidence', models.JSONField(default=dict, verbose_name='evidence')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('priority', models.IntegerField(default=0, verbose_name='priority')),
                ('state', models.CharField(choices=[('open', 'waiting'), ('claimed', 'a moderator is reviewing it'), ('upheld', 'action was taken'), ('denied', 'no action was taken')], default='open', max_length=7, verbose_name='state')),
                ('claimed_ms', models.BigIntegerField(null=True)),
                ('decided_ms', models.BigIntegerField(null=True)),
                ('answer', models.CharField(blank=True, default='', max_length=1000, verbose_name='answer to the reporter')),
                ('claimed_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='claimed by')),
                ('decided_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('reported', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='reported player')),
                ('reporter', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='reporter')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'permissions': [('moderate', "May work at the moderators' desk"), ('moderate_senior', "May suspend, ban, rename and annul, and undo others' decisions"), ('give_roles', 'May make moderators')],
                'indexes': [models.Index(condition=models.Q(('state__in', ('open', 'claimed'))), fields=['-priority', 'at_ms'], name='games_report_queue'), models.Index(fields=['reported', '-at_ms'], name='games_report_reported'), models.Index(fields=['reporter', '-at_ms'], name='games_report_reporter')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ('open', 'claimed'))), fields=('reporter', 'reported', 'kind', 'game', 'line', 'study'), name='games_report_waits_once'), models.CheckConstraint(condition=models.Q(('reporter', models.F('reported')), _negated=True), name='games_report_other')],
            },
        ),
        migrations.CreateModel(
            name='ModerationDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('action', models.CharField(choices=[('note', 'note'), ('warning', 'warning'), ('mute', 'mute'), ('unrated', 'suspension from rated play'), ('suspension', 'suspension'), ('ban', 'ban'), ('rename', 'new name'), ('hide_line', 'chat message deleted'), ('annul', 'game annulled'), ('close', 'closed, no action taken'), ('undo', 'undone'), ('granted', 'appeal granted'), ('rejected', 'appeal rejected'), ('confirmed', 'confirmed')], max_length=10, verbose_name='action')),
                ('reason', models.CharField(max_length=1000, verbose_name='reason')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('until_ms', models.BigIntegerField(null=True, verbose_name='until')),
                ('game', models.CharField(blank=True, default='', max_length=16, verbose_name='game')),
                ('line', models.CharField(blank=True, default='', max_length=16, verbose_name='chat message')),
                ('data', models.JSONField(default=dict, verbose_name='data')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('sanction', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='accounts.sanction', verbose_name='sanction')),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='games.moderationdecision', verbose_name='undoes')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('report', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='games.report', verbose_name='report')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'moderators’ log',
                'indexes': [models.Index(fields=['user', '-id'], name='games_moderationdecision_user')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('kind', models.CharField(max_length=16, verbose_name='kind')),
                ('ai', models.CharField(blank=True, default='', max_length=32, verbose_name='AI')),
                ('rank', models.PositiveSmallIntegerField(null=True, verbose_name='final rank')),
                ('score', models.IntegerField(null=True, verbose_name='score')),
                ('departure', models.CharField(blank=True, default='', max_length=10, verbose_name='departure')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['number'],
                'indexes': [models.Index(condition=models.Q(('ai', ''), _negated=True), fields=['game'], name='games_seat_ai')],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='games_seat_number'), models.UniqueConstraint(fields=('game', 'user'), name='games_seat_user')],
            },
        ),
        migrations.CreateModel(
            name='Seek',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('paired', 'paired'), ('withdrawn', 'withdrawn'), ('expired', 'expired')], default='waiting', max_length=9, verbose_name='state')),
                ('concurrent_games', models.PositiveSmallIntegerField(default=0, verbose_name='games at a time')),
                ('nonce', models.CharField(blank=True, default='', editable=False, max_length=64)),
                ('commitments_shown', models.PositiveIntegerField(default=0, editable=False)),
                ('made_ms', models.BigIntegerField(verbose_name='created')),
                ('since_ms', models.BigIntegerField(verbose_name='waiting since')),
                ('until_ms', models.BigIntegerField(null=True, verbose_name='until')),
                ('key', models.CharField(editable=False, max_length=64, null=True)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seeks', to='games.pairingpool')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seeks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seek',
                'verbose_name_plural': 'seeks',
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['until_ms'], name='games_seek_until'), models.Index(condition=models.Q(('concurrent_games__gt', 0)), fields=['id'], name='games_seek_standing')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('pool', 'user'), name='games_seek_waiting'), models.UniqueConstraint(fields=('user', 'key'), name='games_seek_key')],
            },
        ),
        migrations.CreateModel(
            name='LessonProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_key', models.CharField(max_length=32, verbose_name='game')),
                ('lesson', models.CharField(max_length=32, verbose_name='lesson')),
                ('step', models.PositiveSmallIntegerField(default=0, verbose_name='step')),
                ('finished', models.BooleanField(default=False, verbose_name='finished')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'progress in a lesson',
                'verbose_name_plural': 'progress in lessons',
                'constraints': [models.UniqueConstraint(fields=('user', 'game_key', 'lesson'), name='games_lesson_progress_once')],
            },
        ),
        migrations.CreateModel(
            name='SavedFilters',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('title', models.CharField(max_length=60, verbose_name='title')),
                ('filters', models.JSONField(default=dict, verbose_name='filters')),
                ('made_ms', models.BigIntegerField(verbose_name='created')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='saved_filters', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'saved filters',
                'verbose_name_plural': 'saved filters',
                'constraints': [models.UniqueConstraint(fields=('user', 'title'), name='games_filters_title')],
            },
        ),
        migrations.CreateModel(
            name='SeekAlert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_key', models.CharField(blank=True, default='', max_length=32, verbose_name='game')),
                ('made_ms', models.BigIntegerField(verbose_name='created')),
                ('until_ms', models.BigIntegerField(verbose_name='until')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seek_alerts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seek alert',
                'verbose_name_plural': 'seek alerts',
                'constraints': [models.UniqueConstraint(fields=('user', 'game_key'), name='games_seek_alert_once')],
            },
        ),
        migrations.CreateModel(
            name='StoredResponse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('digest', models.BinaryField(max_length=32)),
                ('status', models.PositiveSmallIntegerField(default=0)),
                ('body', models.JSONField(null=True)),
                ('at_ms', models.BigIntegerField(db_index=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='games_stored_response_once')],
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_ms', models.BigIntegerField()),
                ('until_ms', models.BigIntegerField(db_index=True)),
                ('settled', models.BooleanField(default=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'vacation',
                'verbose_name_plural': 'vacations',
            },
        ),
        migrations.CreateModel(
            name='Flag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('kind', models.CharField(choices=[('shared', 'same network or device'), ('one_sided', 'one-sided results'), ('forfeits', 'games abandoned right away'), ('gifts', 'choices that favour one opponent'), ('engine', 'plays like the strong computer'), ('stalling', 'stalls in lost positions'), ('abuse', 'abusive words in the chat')], max_length=9, verbose_name='kind')),
                ('key', models.CharField(editable=False, max_length=64, unique=True)),
                ('strength', models.IntegerField(verbose_name='strength')),
                ('evidence', models.JSONField(default=dict, verbose_name='evidence')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('state', models.CharField(choices=[('new', 'new'), ('dismissed', 'dismissed'), ('acted', 'acted on')], default='new', max_length=9, verbose_name='state')),
                ('seen_ms', models.BigIntegerField(null=True)),
                ('other', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='other player')),
                ('seen_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='seen by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'flag',
                'verbose_name_plural': 'flags',
                'indexes': [models.Index(condition=models.Q(('state', 'new')), fields=['-strength'], name='games_flag_new')],
            },
        ),
        CreatePartitionedModel(
            name='Event',
            fields=[
                ('pk', models.CompositePrimaryKey('game_id', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('seq', models.IntegerField()),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('kind', models.CharField(max_length=16)),
                ('payload', models.JSONField()),
                ('at_ms', models.BigIntegerField()),
                ('hash', models.BinaryField(max_length=32)),
                ('key', models.CharField(max_length=64, null=True)),
                ('digest', models.BinaryField(max_length=32, null=True)),
                ('written', models.PositiveSmallIntegerField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='games.game')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'constraints': [models.UniqueConstraint(fields=('game', 'seat', 'key'), name='games_event_key')],
            },
        ),
        migrations.CreateModel(
            name='ConditionalMoves',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('at_ms', models.BigIntegerField(verbose_name='made at')),
                ('seq', models.IntegerField(verbose_name='made after event')),
                ('turns', models.JSONField(verbose_name='turns')),
                ('done', models.PositiveSmallIntegerField(default=0, verbose_name='actions played')),
                ('state', models.CharField(choices=[('waiting', 'waiting for the turn'), ('played', 'played'), ('dropped', 'dropped')], default='waiting', max_length=8, verbose_name='state')),
                ('why', models.JSONField(null=True, verbose_name='why it was dropped')),
                ('told', models.BooleanField(default=True, verbose_name='its owner was told that it was dropped')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
            options={
                'verbose_name': 'plan',
                'verbose_name_plural': 'plans',
                'indexes': [models.Index(condition=models.Q(('told', False)), fields=['id'], name='games_conditional_moves_untold')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='games_conditional_moves_seat')],
            },
        ),
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('room', models.CharField(choices=[('players', 'players'), ('spectators', 'spectators')], max_length=10, verbose_name='room')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('hidden', models.BooleanField(default=False, help_text='Its text is no longer shown.', verbose_name='hidden')),
                ('key', models.CharField(editable=False, max_length=64, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
            options={
                'verbose_name': 'chat message',
                'verbose_name_plural': 'chat messages',
                'indexes': [models.Index(fields=['game', 'room', '-id'], name='games_chat_room')],
                'constraints': [models.UniqueConstraint(fields=('game', 'user', 'key'), name='games_chat_key')],
            },
        ),
        migrations.CreateModel(
            name='BotCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('since', models.IntegerField()),
                ('seq', models.IntegerField()),
                ('due_ms', models.BigIntegerField(db_index=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('accepted', models.BooleanField(default=False)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'seat'), name='games_bot_call_seat')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('state', models.CharField(choices=[('pending', 'waiting for an answer'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], default='pending', max_length=9, verbose_name='state')),
                ('reason', models.CharField(blank=True, choices=[('no_time', 'I have no time'), ('later', 'not now, maybe later'), ('too_fast', 'I would like more time to think'), ('too_slow', 'I would like a faster game'), ('rated', 'I would rather play unrated'), ('unrated', 'I would rather play rated'), ('other_game', 'I would rather play another game'), ('no', 'no, thank you')], default='', max_length=10, verbose_name='reason')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('answered_ms', models.BigIntegerField(null=True, verbose_name='answered')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'indexes': [models.Index(condition=models.Q(('state', 'pending')), fields=['user'], name='games_invitation_open')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('game', 'seat'), name='games_seat_held'), models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('game', 'user'), name='games_invited_once')],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('text', models.CharField(max_length=2000, verbose_name='text')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('state', models.CharField(choices=[('open', 'waiting'), ('granted', 'granted'), ('rejected', 'rejected')], default='open', max_length=8, verbose_name='state')),
                ('decided_ms', models.BigIntegerField(null=True)),
                ('answer', models.CharField(blank=True, default='', max_length=1000, verbose_name='answer')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('decision', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='games.moderationdecision', verbose_name='decision')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
                'indexes': [models.Index(condition=models.Q(('state', 'open')), fields=['at_ms'], name='games_appeal_open')],
            },
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('pool__isnull', False)), fields=['pool', 'started_ms'], name='games_game_paired'),
        ),
        AppendOnly(LOG),
        AppendOnly(DECISIONS),
        migrations.RunPython(leave_out_pattern_indexes, migrations.RunPython.noop),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
