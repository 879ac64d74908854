import django.db.models.deletion
import pyramido_site.infrastructure.public_ids
from django.conf import settings
from django.db import migrations, models


HOST_FROM_SEAT_0 = """
UPDATE games_game SET host_id = (
    SELECT user_id FROM games_seat WHERE games_seat.game_id = games_game.id AND games_seat.number = 0
)
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_plans'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PairingPool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('fingerprint', models.CharField(editable=False, max_length=64, unique=True)),
                ('game', models.CharField(max_length=32, verbose_name='game')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('terms', models.JSONField(default=dict, verbose_name='terms')),
            ],
            options={
                'verbose_name': 'pairing pool',
                'verbose_name_plural': 'pairing pools',
            },
        ),
        migrations.CreateModel(
            name='PoolSecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('secret', models.BinaryField(max_length=32)),
                ('commitment', models.CharField(max_length=64, verbose_name='commitment')),
            ],
            options={
                'verbose_name': 'prepared secret',
                'verbose_name_plural': 'prepared secrets',
            },
        ),
        migrations.CreateModel(
            name='Seek',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=pyramido_site.infrastructure.public_ids.new_public_id, editable=False, max_length=16, unique=True, verbose_name='public id')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('paired', 'paired'), ('withdrawn', 'withdrawn'), ('expired', 'expired')], default='waiting', max_length=9, verbose_name='state')),
                ('keep', models.PositiveSmallIntegerField(default=0, verbose_name='games at a time')),
                ('nonce', models.CharField(blank=True, default='', editable=False, max_length=64)),
                ('shown', models.PositiveIntegerField(default=0, editable=False)),
                ('made_ms', models.BigIntegerField(verbose_name='made')),
                ('since_ms', models.BigIntegerField(verbose_name='waiting since')),
                ('until_ms', models.BigIntegerField(null=True, verbose_name='until')),
            ],
            options={
                'verbose_name': 'seek',
                'verbose_name_plural': 'seeks',
            },
        ),
        migrations.AddField(
            model_name='game',
            name='expires_ms',
            field=models.BigIntegerField(null=True, verbose_name='closed if not begun by'),
        ),
        migrations.AddField(
            model_name='game',
            name='host',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunSQL(HOST_FROM_SEAT_0, migrations.RunSQL.noop),
        migrations.AddField(
            model_name='game',
            name='link',
            field=models.CharField(editable=False, max_length=32, null=True, unique=True),
        ),
        migrations.AddField(
            model_name='game',
            name='listed',
            field=models.BooleanField(default=True, verbose_name='shown among the open tables'),
        ),
        migrations.AddField(
            model_name='game',
            name='rematch_of',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.game'),
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
            },
        ),
        migrations.AddField(
            model_name='game',
            name='pool',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.pairingpool'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['expires_ms'], name='games_game_expires'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'aborted'), _negated=True), fields=('rematch_of',), name='games_game_one_rematch'),
        ),
        migrations.AddField(
            model_name='poolsecret',
            name='game',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pool_secret', to='games.game'),
        ),
        migrations.AddField(
            model_name='poolsecret',
            name='pool',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='secrets', to='games.pairingpool'),
        ),
        migrations.AddField(
            model_name='seek',
            name='game',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='seek',
            name='pool',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seeks', to='games.pairingpool'),
        ),
        migrations.AddField(
            model_name='seek',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seeks', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(condition=models.Q(('state', 'pending')), fields=['user'], name='games_invitation_open'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('game', 'seat'), name='games_seat_held'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('game', 'user'), name='games_invited_once'),
        ),
        migrations.AddConstraint(
            model_name='poolsecret',
            constraint=models.UniqueConstraint(fields=('pool', 'number'), name='games_pool_secret_number'),
        ),
        migrations.AddIndex(
            model_name='seek',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['until_ms'], name='games_seek_until'),
        ),
        migrations.AddConstraint(
            model_name='seek',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('pool', 'user'), name='games_seek_waiting'),
        ),
    ]
