import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from pyramido_site.infrastructure.append_only import AppendOnly
from ratings.log_guard import RATINGS


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Annulment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('annulled', 'annulled'), ('reinstated', 'reinstated')], max_length=10, verbose_name='kind')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'annulment',
                'verbose_name_plural': 'annulments',
            },
        ),
        migrations.CreateModel(
            name='RatingPool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=32, verbose_name='game')),
                ('pace', models.CharField(choices=[('live', 'live'), ('correspondence', 'correspondence')], max_length=14, verbose_name='pace')),
                ('population', models.CharField(choices=[('people', 'people'), ('bots', 'people and bots')], max_length=6, verbose_name='population')),
                ('next_seq', models.BigIntegerField(default=1, verbose_name='number of the next result')),
                ('folded_seq', models.BigIntegerField(default=0, verbose_name='rated up to result')),
                ('refolding', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.annulment')),
            ],
            options={
                'verbose_name': 'rating pool',
                'verbose_name_plural': 'rating pools',
                'constraints': [models.UniqueConstraint(fields=('game', 'pace', 'population'), name='ratings_pool_once')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='games')),
                ('wins', models.PositiveIntegerField(default=0, verbose_name='won')),
                ('draws', models.PositiveIntegerField(default=0, verbose_name='drawn')),
                ('streak', models.IntegerField(default=0, verbose_name='streak')),
                ('best_streak', models.PositiveIntegerField(default=0, verbose_name='longest streak of wins')),
                ('peak', models.IntegerField(null=True, verbose_name='peak')),
                ('peak_ms', models.BigIntegerField(null=True, verbose_name='peak reached')),
                ('last_ms', models.BigIntegerField(null=True, verbose_name='last game')),
                ('ai', models.CharField(blank=True, default='', max_length=32, verbose_name='AI')),
                ('value', models.IntegerField(default=150000, verbose_name='rating')),
                ('last_seq', models.BigIntegerField(default=0, verbose_name='number of the last result')),
                ('opponents', models.PositiveIntegerField(db_default=0, default=0)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='ratings.ratingpool')),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'indexes': [models.Index(condition=models.Q(('games__gte', 10)), fields=['pool', '-value', 'id'], name='ratings_rating_board')],
                'constraints': [models.UniqueConstraint(fields=('pool', 'user'), name='ratings_rating_user'), models.UniqueConstraint(condition=models.Q(('ai', ''), _negated=True), fields=('pool', 'ai'), name='ratings_rating_ai'), models.CheckConstraint(condition=models.Q(models.Q(('user', None), models.Q(('ai', ''), _negated=True)), models.Q(('ai', ''), ('user__isnull', False)), _connector='OR'), name='ratings_rating_somebody')],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=16, unique=True, verbose_name='game’s public id')),
                ('started_ms', models.BigIntegerField(verbose_name='started')),
                ('finished_ms', models.BigIntegerField(verbose_name='finished')),
                ('rating_seq', models.BigIntegerField(null=True, verbose_name='number')),
                ('annulled', models.BooleanField(default=False, verbose_name='annulled')),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='results', to='ratings.ratingpool')),
            ],
            options={
                'verbose_name': 'result',
                'verbose_name_plural': 'results',
                'indexes': [models.Index(condition=models.Q(('rating_seq', None)), fields=['pool', 'finished_ms', 'id'], name='ratings_result_waiting')],
                'constraints': [models.UniqueConstraint(fields=('pool', 'rating_seq'), name='ratings_result_order')],
            },
        ),
        migrations.AddField(
            model_name='annulment',
            name='result',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='annulments', to='ratings.result'),
        ),
        migrations.CreateModel(
            name='ResultSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('ai', models.CharField(blank=True, default='', max_length=32, verbose_name='AI')),
                ('rank', models.PositiveSmallIntegerField(verbose_name='final rank')),
                ('departure', models.CharField(blank=True, default='', max_length=10, verbose_name='departure')),
                ('score', models.IntegerField(null=True, verbose_name='points')),
                ('result', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='ratings.result')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rated_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seat in a result',
                'verbose_name_plural': 'seats in results',
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('result', 'number'), name='ratings_seat_number'), models.UniqueConstraint(fields=('result', 'user'), name='ratings_seat_user'), models.CheckConstraint(condition=models.Q(models.Q(('user', None), models.Q(('ai', ''), _negated=True)), models.Q(('ai', ''), ('user__isnull', False)), _connector='OR'), name='ratings_seat_somebody')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='games')),
                ('wins', models.PositiveIntegerField(default=0, verbose_name='won')),
                ('draws', models.PositiveIntegerField(default=0, verbose_name='drawn')),
                ('streak', models.IntegerField(default=0, verbose_name='streak')),
                ('best_streak', models.PositiveIntegerField(default=0, verbose_name='longest streak of wins')),
                ('peak', models.IntegerField(null=True, verbose_name='peak')),
                ('peak_ms', models.BigIntegerField(null=True, verbose_name='peak reached')),
                ('last_ms', models.BigIntegerField(null=True, verbose_name='last game')),
                ('revision', models.PositiveIntegerField(verbose_name='revision')),
                ('rating_seq', models.BigIntegerField(verbose_name='number of the result')),
                ('before', models.IntegerField(verbose_name='before')),
                ('after', models.IntegerField(verbose_name='after')),
                ('expectation', models.IntegerField(verbose_name='expected')),
                ('score', models.IntegerField(verbose_name='scored')),
                ('k', models.PositiveSmallIntegerField(verbose_name='K')),
                ('cause', models.CharField(choices=[('result', 'the game'), ('annulment', 'the game was annulled'), ('reinstatement', 'the game was reinstated'), ('refold', 'an earlier game was annulled or reinstated')], max_length=13, verbose_name='cause')),
                ('at_ms', models.BigIntegerField(verbose_name='at')),
                ('annulment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ratings.annulment')),
                ('rating', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ratings.rating')),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ratings.resultseat')),
            ],
            options={
                'verbose_name': 'rating change',
                'verbose_name_plural': 'rating changes',
                'indexes': [models.Index(fields=['rating', 'rating_seq', 'seat', 'revision'], name='ratings_change_history')],
                'constraints': [models.UniqueConstraint(fields=('seat', 'revision'), name='ratings_change_revision')],
            },
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.CharField(max_length=7, verbose_name='month')),
                ('place', models.PositiveIntegerField(verbose_name='place')),
                ('value', models.IntegerField(verbose_name='rating')),
                ('games', models.PositiveIntegerField(verbose_name='games')),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='snapshots', to='ratings.ratingpool')),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='snapshots', to='ratings.rating')),
            ],
            options={
                'verbose_name': 'past leaderboard entry',
                'verbose_name_plural': 'past leaderboard entries',
                'indexes': [models.Index(fields=['pool', 'month', 'place'], name='ratings_snapshot_board')],
                'constraints': [models.UniqueConstraint(fields=('pool', 'month', 'rating'), name='ratings_snapshot_once')],
            },
        ),
        AppendOnly(RATINGS),
    ]
